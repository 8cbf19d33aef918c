package dev.retinue.mcp.testing;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.spec.SecretKeySpec;

/// A server whose tools tell the test what happens to them, and wait for its word.
public final class TestServer {
  private final AtomicReference<Instant> now;
  private final TaskStore store;
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>(10_000);
  private final ConcurrentHashMap<String, CountDownLatch> gates = new ConcurrentHashMap<>();
  private final McpServer server = new McpServer(Implementation.of("test", "1"), "For tests.");
  private final Eras eras;

  public TestServer() {
    this(1000);
  }

  public TestServer(int mostTasks) {
    var now = new AtomicReference<>(Instant.parse("2026-11-01T12:00:00Z"));
    this(now, new MemoryTaskStore(now::get, mostTasks));
  }

  private TestServer(AtomicReference<Instant> now, TaskStore store) {
    this.now = now;
    this.store = store;
    InstantSource clock = now::get;
    var key = new SecretKeySpec(new byte[32], "AES");
    this.eras =
        new Eras(
            new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
    server
        .add(tool("echo", (arguments, _) -> ToolResult.text(arguments.path("nonce").asString(""))))
        .add(tool("hold", (arguments, _) -> hold(arguments.path("name").asString(""))))
        .add(
            tool(
                "ask",
                (_, call) ->
                    ToolResult.text("Hello, " + call.ask("name", elicit("Who?")).path("content"))));
  }

  /// Another process, after this one was killed: it has the same store, and nothing else of it.
  public TestServer successor() {
    return new TestServer(now, store);
  }

  public McpServer server() {
    return server;
  }

  public TaskStore store() {
    return store;
  }

  public Eras eras() {
    return eras;
  }

  /// An endpoint that never thinks a client has been quiet for too long.
  public HttpEndpoint endpoint() {
    return endpoint(Duration.ofHours(1));
  }

  public HttpEndpoint endpoint(Duration quiet) {
    return new HttpEndpoint(eras, Hosts.LOCAL, quiet);
  }

  public void pass(Duration time) {
    now.updateAndGet(instant -> instant.plus(time));
  }

  /// What a tool has to tell the test.
  public void tell(String event) {
    heard.add(event);
  }

  /// The next thing that a tool told.
  public String heard() {
    return Waiting.next(heard, "word of a tool");
  }

  /// Whether no tool has told anything that was not heard.
  public boolean quiet() {
    return heard.isEmpty();
  }

  /// Lets a `hold` of this name go on.
  public void release(String name) {
    gate(name).countDown();
  }

  private CountDownLatch gate(String name) {
    return gates.computeIfAbsent(name, _ -> new CountDownLatch(1));
  }

  /// Says that it begins, and waits until it is released or interrupted.
  public ToolResult hold(String name) throws InterruptedException {
    tell("began " + name);
    try {
      gate(name).await();
    } catch (InterruptedException e) {
      tell("interrupted " + name);
      throw e;
    }
    return ToolResult.text("held " + name);
  }

  public static ToolEntry tool(String name, ToolEntry.Handler handler) {
    return tool(name, "{\"type\":\"object\"}", TaskSupport.NEVER, handler);
  }

  public static ToolEntry tool(
      String name, String schema, TaskSupport tasks, ToolEntry.Handler handler) {
    var info = new ToolInfo(name, null, "A test tool.", Rpc.object(schema), null, null, null);
    return ToolEntry.of(info, tasks, handler);
  }

  public static InputRequest elicit(String message) {
    return new InputRequest.Elicit(message, Rpc.object("{\"type\":\"object\",\"properties\":{}}"));
  }
}
