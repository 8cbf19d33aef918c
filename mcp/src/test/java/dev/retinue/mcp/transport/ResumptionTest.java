package dev.retinue.mcp.transport;

import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.HttpCall;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Legacy streams: what is sent arrives once and in order, however often the connection breaks.
final class ResumptionTest {
  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");

  @Test
  void what_changes_is_told_on_the_stream_of_the_session() {
    var session = client.initialize("2025-11-25");
    var stream = client.listen(session);
    assertThat(stream.event().id()).isNotNull();
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    assertThat(stream.event().json().get("method").asString())
        .isEqualTo("notifications/tools/list_changed");
  }

  @Test
  void only_resources_that_are_watched_are_told_of() {
    var session = client.initialize("2025-11-25");
    var stream = client.listen(session);
    stream.event();
    client.legacy(session, Rpc.legacy("1", "resources/subscribe", "{\"uri\":\"a\"}")).end();
    test.server().updated("b");
    test.server().updated("a", _ -> false);
    test.server().updated("a");
    assertThat(stream.event().json().at("/params/uri").asString()).isEqualTo("a");
    client.legacy(session, Rpc.legacy("2", "resources/unsubscribe", "{\"uri\":\"a\"}")).end();
    test.server().updated("a");
    assertThat(stream.unread()).isEmpty();
  }

  @Test
  void what_happened_while_nobody_listened_comes_after_the_event_that_is_named() {
    var session = client.initialize("2025-11-25");
    client.legacy(session, Rpc.legacy("1", "resources/subscribe", "{\"uri\":\"a\"}")).end();
    var stream = client.listen(session);
    var known = stream.event();
    stream.vanish();
    test.server().updated("a");
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    var back = client.listen(session, String.valueOf(known.id()));
    assertThat(back.event().data()).contains("resources/updated");
    assertThat(back.event().data()).contains("list_changed");
    assertThat(back.unread()).isEmpty();
  }

  @Test
  void a_call_whose_connection_breaks_again_and_again_is_heard_without_gap_or_duplicate() {
    int all = 200;
    var told = new CountDownLatch(1);
    test.server()
        .add(
            tool(
                "count",
                (_, call) -> {
                  for (int i = 1; i <= all; i++) {
                    call.progress(i, null, null);
                    if (i == all / 2) {
                      test.tell("half");
                      told.await();
                    }
                  }
                  return ToolResult.text("done");
                }));
    var session = client.initialize("2025-11-25");
    var params = Rpc.call("count", "{}");
    params.withObjectProperty("_meta").put("progressToken", "t");
    var stream = client.legacy(session, Rpc.legacy("1", "tools/call", params.toString()));
    var last = stream.event();
    assertThat(test.heard()).isEqualTo("half");
    var heard = new ArrayList<HttpCall.Event>();
    for (int round = 0; round < 30; round++) {
      for (int i = 0; i < 3; i++) {
        last = stream.event();
        heard.add(last);
      }
      stream.vanish();
      stream = client.listen(session, String.valueOf(last.id()));
    }
    told.countDown();
    heard.addAll(stream.end().unread());
    assertThat(
            heard.subList(0, heard.size() - 1).stream()
                .map(event -> event.json().at("/params/progress").asInt()))
        .isEqualTo(IntStream.rangeClosed(1, all).boxed().toList());
    assertThat(heard.getLast().data()).contains("done");
    assertThat(heard.stream().map(HttpCall.Event::id).distinct()).hasSize(all + 1);
  }

  @Test
  void a_second_listener_takes_over_and_the_first_one_is_let_go() {
    var session = client.initialize("2025-11-25");
    var first = client.listen(session);
    first.event();
    var second = client.listen(session);
    second.event();
    first.end();
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    assertThat(second.event().data()).contains("list_changed");
    assertThat(first.unread()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-03-26", "2025-06-18"})
  void an_older_client_gets_no_event_without_data_but_its_stream_begins_at_once(String version) {
    var session = client.initialize(version);
    var stream = client.listen(session);
    stream.comment();
    test.server().add(tool("new", (_, _) -> ToolResult.of()));
    assertThat(stream.event().data()).contains("list_changed");
  }

  @Test
  void who_comes_back_to_a_quiet_stream_is_let_in_at_once() {
    var session = client.initialize("2025-11-25");
    var stream = client.listen(session);
    var known = String.valueOf(stream.event().id());
    stream.vanish();
    client.listen(session, known).comment();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "general_x",
        "general_",
        "general",
        "_",
        "_1",
        "s99_1",
        "nonsense",
        "s1_99999999999999999999"
      })
  void an_event_that_never_was_is_refused(String id) {
    var session = client.initialize("2025-11-25");
    var call = client.listen(session, id);
    assertThat(call.status()).isEqualTo(400);
    assertThat(call.json().has("error")).isTrue();
  }

  @Test
  void the_streams_of_another_session_cannot_be_reached() {
    var session = client.initialize("2025-11-25");
    var params = Rpc.call("echo", "{\"nonce\":\"secret\"}");
    params.withObjectProperty("_meta").put("progressToken", "t");
    var release = client.legacy(session, Rpc.legacy("1", "tools/call", params.toString()));
    release.end();
    var other = client.initialize("2025-11-25");
    assertThat(client.listen(other, "s1_0").status()).isEqualTo(400);
  }

  @Test
  void a_call_that_takes_long_can_be_come_back_to_after_many_short_ones() {
    test.server()
        .add(
            tool(
                "short",
                (_, call) -> {
                  call.releaseConnection();
                  return ToolResult.text("short");
                }))
        .add(
            tool(
                "long",
                (_, call) -> {
                  call.releaseConnection();
                  test.tell("began");
                  new CountDownLatch(1).await();
                  return ToolResult.of();
                }));
    var session = client.initialize("2025-11-25");
    var call =
        client.legacy(session, Rpc.legacy("0", "tools/call", Rpc.call("long", "{}").toString()));
    var primed = String.valueOf(call.event().id());
    assertThat(test.heard()).isEqualTo("began");
    for (int i = 1; i <= 100; i++) {
      client
          .legacy(session, Rpc.legacy("" + i, "tools/call", Rpc.call("short", "{}").toString()))
          .left();
    }
    assertThat(client.listen(session, primed).status()).isEqualTo(200);
    assertThat(List.of(call.end().unread())).containsExactly(List.of());
  }
}
