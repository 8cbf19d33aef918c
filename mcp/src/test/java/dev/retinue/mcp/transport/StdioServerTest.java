package dev.retinue.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.testing.Pipe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a server on a pair of streams does with single lines, in the words of the protocol.
class StdioServerTest {
  private static final String META =
      """
      "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
      "io.modelcontextprotocol/clientCapabilities":{}}""";

  private final McpServer server = new McpServer(Implementation.of("test", "1"), "");
  private final Pipe there = new Pipe();
  private final Pipe back = new Pipe();
  private final LineReader lines = new LineReader(back.in);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private int blocked;

  StdioServerTest() {
    add("block", this::block);
    add("quick", (_, _) -> ToolResult.text("done"));
    var clock = InstantSource.system();
    var store = new MemoryTaskStore(clock, 10);
    var key = new SecretKeySpec(new byte[32], "AES");
    var eras =
        new Eras(
            new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
    var stdio = new StdioServer(eras, Caller.named("test"), there.in, back.out);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                stdio.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  @AfterEach
  void close() throws IOException {
    there.out.close();
  }

  private void add(String name, ToolEntry.Handler handler) {
    var schema = Json.object().put("type", "object");
    var info = new ToolInfo(name, null, name, schema, null, null, null);
    server.add(ToolEntry.of(info, Tool.TaskSupport.NEVER, handler));
  }

  private ToolResult block(ObjectNode input, Call call) throws InterruptedException {
    enter(1);
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } finally {
      interrupted.countDown();
      enter(-1);
    }
    return ToolResult.text("unblocked");
  }

  private synchronized void enter(int step) {
    blocked += step;
    notifyAll();
  }

  private void send(String... messages) throws IOException {
    there.out.write(String.join("\n", messages).getBytes(StandardCharsets.UTF_8));
    there.out.write('\n');
  }

  private JsonNode next() throws IOException {
    return Codec.parse(lines.next().orElseThrow());
  }

  private static String call(int id, String tool) {
    return """
        {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s",%s}}"""
        .formatted(id, tool, META);
  }

  private static String cancel(int id) {
    return """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}"""
        .formatted(id);
  }

  private static String listen(int id) {
    return """
        {"jsonrpc":"2.0","id":%d,"method":"subscriptions/listen",\
        "params":{"notifications":{"toolsListChanged":true},%s}}"""
        .formatted(id, META);
  }

  @Test
  void a_modern_request_is_cancelled_by_a_notification_without_meta() throws Exception {
    send(call(1, "block"));
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();

    send(cancel(1));

    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_cancelled_subscription_hears_nothing_more() throws Exception {
    send(listen(1));
    assertThat(next().path("method").asString())
        .isEqualTo("notifications/subscriptions/acknowledged");
    send(cancel(1), call(2, "quick"));
    assertThat(next().path("id").asInt()).isEqualTo(2);

    add("new", (_, _) -> ToolResult.text("new"));
    send(call(3, "quick"));

    assertThat(next().path("id").asInt()).isEqualTo(3);
  }

  @Test
  void a_subscription_hears_everything_from_its_acknowledgement_on() throws Exception {
    for (int i = 1; i <= 200; i++) {
      send(listen(i));
      assertThat(next().path("method").asString())
          .isEqualTo("notifications/subscriptions/acknowledged");

      add("tool_" + i, (_, _) -> ToolResult.text("new"));

      assertThat(next().path("method").asString()).isEqualTo("notifications/tools/list_changed");
      send(cancel(i), call(1000 + i, "quick"));
      assertThat(next().path("id").asInt()).isEqualTo(1000 + i);
    }
  }

  @Test
  void a_request_is_cancelled_however_soon() throws Exception {
    for (int i = 1; i <= 200; i++) {
      send(call(i, "block"), cancel(i));
    }
    send(call(1000, "quick"));
    assertThat(next().path("id").asInt()).isEqualTo(1000);

    assertThat(nobodyIsBlocked()).isTrue();
  }

  private synchronized boolean nobodyIsBlocked() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (blocked > 0 && System.nanoTime() < end) {
      wait(100);
    }
    return blocked == 0;
  }
}
