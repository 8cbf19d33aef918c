package dev.retinue.mcp.transport;

import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.StdioClient;
import dev.retinue.mcp.testing.TestServer;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// Cancelling over standard streams: by a notification, and by the end of the input.
final class StdioCancellationTest {
  private final TestServer test = new TestServer();

  @Test
  void a_modern_call_is_cancelled_by_its_id_and_is_not_answered() {
    try (var client = new StdioClient(test.eras())) {
      client.send(hold("\"a\"", "a")).send(hold("\"b\"", "b"));
      assertThat(new HashSet<>(java.util.List.of(test.heard(), test.heard())))
          .containsExactlyInAnyOrder("began a", "began b");
      client.send(Rpc.cancelled("\"a\""));
      assertThat(test.heard()).isEqualTo("interrupted a");
      test.release("b");
      assertThat(client.next().get("id").asString()).isEqualTo("b");
      client.end();
      assertThat(client.hasNothingMore()).isTrue();
    }
  }

  @Test
  void a_legacy_call_is_cancelled_by_its_id_and_is_not_answered() {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", "2025-11-25"));
      client.next();
      client.send(Rpc.legacy("1", "tools/call", Rpc.call("hold", "{\"name\":\"x\"}").toString()));
      assertThat(test.heard()).isEqualTo("began x");
      client.send(Rpc.cancelled("1"));
      assertThat(test.heard()).isEqualTo("interrupted x");
      client.send(Rpc.legacy("2", "ping", "{}"));
      assertThat(client.next().get("id").asInt()).isEqualTo(2);
      client.end();
      assertThat(client.hasNothingMore()).isTrue();
    }
  }

  @Test
  void an_answer_that_comes_in_spite_of_the_cancellation_is_not_sent() {
    test.server()
        .add(
            tool(
                "stubborn",
                (_, call) -> {
                  try {
                    test.tell("began");
                    new java.util.concurrent.CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    call.progress(1, null, null);
                  }
                  test.tell("ends");
                  return ToolResult.text("all the same");
                }));
    try (var client = new StdioClient(test.eras())) {
      var params = Rpc.call("stubborn", "{}");
      params.withObjectProperty("_meta").put("progressToken", "t");
      client.send(Rpc.modern("1", "tools/call", params.toString()));
      assertThat(test.heard()).isEqualTo("began");
      client.send(Rpc.cancelled("1"));
      assertThat(test.heard()).isEqualTo("ends");
      client.send(Rpc.modern("2", "server/discover", "{}"));
      assertThat(client.next().get("id").asInt()).isEqualTo(2);
      client.end();
      assertThat(client.hasNothingMore()).isTrue();
    }
  }

  @Test
  void cancelling_what_is_not_there_does_nothing() {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.cancelled("1")).send(Rpc.cancelled("{}")).send(Rpc.cancelled("null"));
      client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
      client.send(Rpc.modern("1", "server/discover", "{}"));
      assertThat(client.next().has("result")).isTrue();
    }
  }

  @Test
  void the_end_of_the_input_ends_the_server_and_cancels_all_calls() {
    var client = new StdioClient(test.eras());
    client.send(hold("1", "same")).send(hold("1", "same")).send(hold("2", "other"));
    for (int i = 0; i < 3; i++) {
      assertThat(test.heard()).startsWith("began");
    }
    client.end();
    for (int i = 0; i < 3; i++) {
      assertThat(test.heard()).startsWith("interrupted");
    }
    assertThat(client.hasNothingMore()).isTrue();
  }

  @Test
  void a_subscription_is_cancelled_like_a_call() {
    try (var client = new StdioClient(test.eras())) {
      client.send(
          Rpc.modern(
              "5", "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}"));
      assertThat(client.next().get("method").asString())
          .isEqualTo("notifications/subscriptions/acknowledged");
      test.server().add(tool("new", (_, _) -> ToolResult.of()));
      assertThat(client.next().at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asInt())
          .isEqualTo(5);
      client.send(Rpc.cancelled("5")).send(Rpc.modern("6", "server/discover", "{}"));
      assertThat(client.next().get("id").asInt()).isEqualTo(6);
      test.server().removeTool("new");
      client.send(Rpc.modern("7", "server/discover", "{}"));
      assertThat(client.next().get("id").asInt()).isEqualTo(7);
    }
  }

  @Test
  void one_call_too_many_is_refused_so_that_cancellations_and_answers_still_get_through() {
    try (var client = new StdioClient(test.eras())) {
      for (int i = 0; i < 256; i++) {
        client.send(hold("" + i, "" + i));
        assertThat(test.heard()).startsWith("began");
      }
      client.send(Rpc.modern("256", "server/discover", "{}"));
      var refusal = client.next();
      assertThat(refusal.get("id").asInt()).isEqualTo(256);
      assertThat(refusal.has("error")).isTrue();
      client.send(Rpc.cancelled("17"));
      assertThat(test.heard()).isEqualTo("interrupted 17");
    }
  }

  @Test
  void nothing_is_said_to_a_client_that_has_gone() {
    var client = new StdioClient(test.eras());
    client.send(Rpc.initialize("0", "2025-11-25"));
    client.next();
    client.send(
        Rpc.modern("1", "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}"));
    client.next();
    client.end();
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    assertThat(client.hasNothingMore()).isTrue();
  }

  private static ObjectNode hold(String id, String name) {
    var params = Rpc.call("hold", "{\"name\":\"%s\"}".formatted(name));
    return Rpc.modern(id, "tools/call", params.toString());
  }
}
