package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.StdioClient;
import dev.retinue.mcp.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Resources that a call lets its client hear of.
final class WatchingTest {
  private final TestServer test = new TestServer();
  private StdioClient client;

  @BeforeEach
  void shake_hands() {
    test.server()
        .add(
            tool(
                "watch",
                (arguments, call) ->
                    ToolResult.text("" + call.watch(arguments.path("uri").asString("")))));
    client = new StdioClient(test.eras());
    client.send(Rpc.initialize("1", "2025-11-25")).next();
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  @AfterEach
  void leave() {
    client.close();
  }

  private boolean watch(String uri) {
    var call = Rpc.call("watch", "{\"uri\":\"%s\"}".formatted(uri));
    client.send(Rpc.legacy("2", "tools/call", call.toString()));
    return client.next().at("/result/content/0/text").asString().equals("true");
  }

  private void subscribe(String uri) {
    client.send(Rpc.legacy("3", "resources/subscribe", "{\"uri\":\"%s\"}".formatted(uri)));
  }

  private String nextUri() {
    return client.next().at("/params/uri").asString("none");
  }

  private String ping() {
    client.send(Rpc.legacy("\"ping\"", "ping", "{}"));
    return client.next().path("id").asString("");
  }

  @Test
  void what_a_call_watches_is_told_until_its_last_change() {
    assertThat(watch("test://run")).isTrue();
    test.server().updated("test://run");
    assertThat(nextUri()).isEqualTo("test://run");
    test.server().updatedLast("test://run", _ -> true);
    assertThat(nextUri()).isEqualTo("test://run");
    test.server().updated("test://run");
    assertThat(ping()).isEqualTo("ping");
  }

  @Test
  void what_the_client_subscribed_to_itself_it_hears_of_for_ever() {
    subscribe("test://run");
    client.next();
    test.server().updatedLast("test://run", _ -> true);
    assertThat(nextUri()).isEqualTo("test://run");
    test.server().updated("test://run");
    assertThat(nextUri()).isEqualTo("test://run");
  }

  @Test
  void one_too_many_is_not_promised_until_another_is_over() {
    for (int i = 0; i < 1000; i++) {
      assertThat(watch("test://run/" + i)).isTrue();
    }
    assertThat(watch("test://run/0")).isTrue();
    assertThat(watch("test://run/1000")).isFalse();
    test.server().updatedLast("test://run/0", _ -> true);
    assertThat(nextUri()).isEqualTo("test://run/0");
    assertThat(watch("test://run/1000")).isTrue();
  }

  @Test
  void one_subscription_too_many_is_refused() {
    for (int i = 0; i < 1000; i++) {
      subscribe("test://run/" + i);
      assertThat(client.next().has("result")).isTrue();
    }
    subscribe("test://run/1000");
    assertThat(client.next().at("/error/message").asString()).contains("unsubscribe");
  }
}
