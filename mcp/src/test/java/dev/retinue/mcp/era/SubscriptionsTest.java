package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.HttpCall;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each stream of `subscriptions/listen` hears what it asked for, whatever others do.
final class SubscriptionsTest {
  private static final String ID = "/params/_meta/io.modelcontextprotocol~1subscriptionId";

  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");

  @Test
  void a_stream_begins_with_what_is_honoured_and_carries_only_that_under_its_id() {
    var stream = listen("7", "{\"resourceSubscriptions\":[\"a\"],\"promptsListChanged\":true}");
    var acknowledged = stream.event().json();
    assertThat(acknowledged.get("method").asString())
        .isEqualTo("notifications/subscriptions/acknowledged");
    assertThat(acknowledged.at(ID).asInt()).isEqualTo(7);
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    test.server().updated("b");
    test.server().updated("a");
    var told = stream.event().json();
    assertThat(told.get("method").asString()).isEqualTo("notifications/resources/updated");
    assertThat(told.at("/params/uri").asString()).isEqualTo("a");
    assertThat(told.at(ID).asInt()).isEqualTo(7);
    assertThat(stream.unread()).isEmpty();
  }

  @Test
  void what_is_not_for_a_caller_is_not_told() {
    var stream = listen("7", "{\"resourceSubscriptions\":[\"a\",\"b\"]}");
    stream.event();
    test.server().updated("a", caller -> caller.id().equals("somebody else"));
    test.server().updated("b", caller -> caller.id().equals("somebody"));
    assertThat(stream.event().json().at("/params/uri").asString()).isEqualTo("b");
    assertThat(stream.unread()).isEmpty();
  }

  @Test
  void nonsense_in_one_subscription_keeps_nothing_from_the_others() {
    var hostile = listen("1", "{\"resourceSubscriptions\":[{},[],5,null,\"a\"]}");
    assertThat(hostile.event().json().at("/params/notifications/resourceSubscriptions").toString())
        .isEqualTo("[\"a\"]");
    var honest = listen("2", "{\"resourceSubscriptions\":[\"a\"]}");
    honest.event();
    test.server().updated("a");
    assertThat(honest.event().json().at("/params/uri").asString()).isEqualTo("a");
    assertThat(hostile.event().json().at("/params/uri").asString()).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"notifications\":5}", "{\"notifications\":[]}"})
  void what_is_wanted_must_be_said(String params) {
    var call = client.modern(Rpc.modern("1", "subscriptions/listen", params));
    assertThat(call.status()).isEqualTo(400);
    assertThat(call.json().at("/error/code").asInt()).isEqualTo(-32602);
  }

  @Test
  void a_client_that_went_is_told_nothing_more_and_a_server_that_ends_says_so() {
    var gone = listen("1", "{\"toolsListChanged\":true}");
    gone.event();
    gone.vanish();
    var stays = listen("\"two\"", "{\"toolsListChanged\":true}");
    stays.event();
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    assertThat(stays.event().data()).contains("tools/list_changed");
    test.eras().modern().close();
    var end = stays.end().event().json();
    assertThat(end.get("id").asString()).isEqualTo("two");
    assertThat(end.at("/result/resultType").asString()).isEqualTo("complete");
    assertThat(gone.unread()).isEmpty();
  }

  @Test
  void nothing_is_missed_between_the_acknowledgement_and_the_first_word() throws Exception {
    for (int round = 0; round < 200; round++) {
      test.server()
          .add(
              tool(
                  "quick" + round,
                  "{\"type\":\"object\"}",
                  TaskSupport.ALLOWED,
                  (_, _) -> test.hold("quick")));
      var begun =
          client.modern(
              Rpc.withTasks("1", "tools/call", Rpc.call("quick" + round, "{}").toString()));
      var id = begun.json().at("/result/taskId").asString();
      test.heard();
      var params = "{\"taskId\":\"%s\"}".formatted(id);
      var cancelling =
          Thread.ofVirtual().start(() -> client.modern(Rpc.withTasks("1", "tasks/cancel", params)));
      var stream =
          client.modern(
              Rpc.withTasks(
                  "2",
                  "subscriptions/listen",
                  "{\"notifications\":{\"taskIds\":[\"%s\"]}}".formatted(id)));
      stream.event();
      cancelling.join();
      var known = client.modern(Rpc.withTasks("3", "tasks/get", params)).json();
      if (known.at("/result/status").asString().equals("working")) {
        assertThat(stream.event().json().at("/params/status").asString()).isEqualTo("cancelled");
      }
      stream.vanish();
    }
  }

  @Test
  void every_change_reaches_every_one_of_many_streams() {
    var streams = new ArrayList<HttpCall>();
    for (int i = 0; i < 100; i++) {
      var stream = listen("1", "{\"toolsListChanged\":true}");
      stream.event();
      streams.add(stream);
    }
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    streams.forEach(stream -> assertThat(stream.event().data()).contains("list_changed"));
  }

  private HttpCall listen(String id, String notifications) {
    return client.modern(
        Rpc.modern(id, "subscriptions/listen", "{\"notifications\":%s}".formatted(notifications)));
  }
}
