package dev.retinue.cli.front;

import dev.retinue.cli.door.FrontDoor;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/// What a front finds behind the door: tools that tell the test what happens to them. It can die
/// and come back, as a daemon does.
final class TestDaemon implements AutoCloseable, FrontDoor.Reception {
  static final String TOKEN = "rtn_right";

  final McpServer server = new McpServer(Implementation.of("daemon", "1"), "Use them well.");
  final Set<String> begun = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>(1000);
  private final Path socket;
  private volatile CountDownLatch release = new CountDownLatch(1);
  volatile boolean tired;
  private volatile CountDownLatch entrance = new CountDownLatch(0);
  private volatile Eras eras;
  private FrontDoor door;

  TestDaemon(Path socket) {
    this.socket = socket;
    add("echo", hints(true, true), false, (it, _) -> ToolResult.text(it.path("text").asString("")));
    add("look", hints(true, true), false, this::hold);
    add("change", hints(false, false), false, this::hold);
    add("begin", hints(false, false), true, this::begin);
    this.eras = newEras();
    this.door = FrontDoor.open(socket, this);
  }

  private Eras newEras() {
    var clock = InstantSource.system();
    var key = new SecretKeySpec(new byte[32], "AES");
    var store = new MemoryTaskStore(clock, 100);
    return new Eras(
        new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
  }

  private static ToolInfo.Annotations hints(boolean readOnly, boolean idempotent) {
    return new ToolInfo.Annotations(null, readOnly, false, idempotent, false);
  }

  private void add(
      String name, ToolInfo.Annotations hints, boolean resumable, ToolEntry.Handler handler) {
    var schema = Json.object().put("type", "object");
    var info = new ToolInfo(name, null, "A tool.", schema, null, hints, null);
    server.add(
        ToolEntry.of(info, TaskSupport.NEVER, handler).in(new ToolEntry.Edition(1, resumable)));
  }

  private ToolResult hold(ObjectNode arguments, Call call) throws InterruptedException {
    told.add("holds");
    try {
      release.await();
    } catch (InterruptedException e) {
      told.add("cancelled");
      throw e;
    }
    return ToolResult.text("held");
  }

  private ToolResult begin(ObjectNode arguments, Call call) throws InterruptedException {
    begun.add(call.id());
    return hold(arguments, call);
  }

  void add(String name) {
    add(name, hints(true, true), false, (_, _) -> ToolResult.text(name));
  }

  String told() throws InterruptedException {
    var next = told.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no tool said anything within a minute");
    }
    return next;
  }

  /// What tools have said that nobody has asked for.
  List<String> toldSoFar() {
    return List.copyOf(told);
  }

  void release() {
    release.countDown();
  }

  Map<String, Integer> versions() {
    return door.versions();
  }

  int fronts() {
    return door.fronts();
  }

  /// Is gone without a word, and what it was at work on with it.
  void die() {
    door.close();
  }

  /// Ends as a daemon does that is told to: those at work go on, all others are refused.
  void drain() throws InterruptedException {
    door.drain(Duration.ZERO);
  }

  /// Whoever comes waits at the door.
  void letThemWait() {
    entrance = new CountDownLatch(1);
  }

  void letThemIn() {
    entrance.countDown();
  }

  /// Another one takes its place, and knows nothing of what the first one was told.
  void comeBack() {
    release = new CountDownLatch(1);
    eras = newEras();
    door = FrontDoor.open(socket, this);
  }

  @Override
  public Optional<Caller> admit(Hello hello) {
    if (entrance.getCount() > 0) {
      told.add("knocks");
      try {
        entrance.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return hello.token().equals(TOKEN)
        ? Optional.of(Caller.named(hello.directory()))
        : Optional.empty();
  }

  @Override
  public Optional<RpcError> toll(Caller caller) {
    return tired
        ? Optional.of(new RpcError(RpcError.INTERNAL_ERROR, "Not so fast."))
        : Optional.empty();
  }

  @Override
  public boolean knows(Hello hello, Caller caller) {
    return hello.token().equals(TOKEN);
  }

  @Override
  public Eras eras() {
    return eras;
  }

  @Override
  public Hello.Reply greeting() {
    return new Hello.Reply("1", Snapshot.of(server).digest(), "", null);
  }

  @Override
  public String seat(Caller caller) {
    return "";
  }

  @Override
  public void leave(String seat) {}

  @Override
  public void close() {
    release();
    door.close();
  }
}
