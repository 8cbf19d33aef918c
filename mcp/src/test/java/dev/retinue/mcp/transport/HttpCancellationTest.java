package dev.retinue.mcp.transport;

import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// A modern client cancels by going; a legacy client cancels by saying so, and only by that.
final class HttpCancellationTest {
  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");
  private final CountDownLatch goOn = new CountDownLatch(1);

  @BeforeEach
  void a_tool_that_begins_a_stream_and_waits() {
    test.server()
        .add(
            tool(
                "work",
                (_, call) -> {
                  call.progress(1, null, null);
                  test.tell("began");
                  try {
                    goOn.await();
                  } catch (InterruptedException e) {
                    test.tell("interrupted");
                    throw e;
                  }
                  call.progress(2, null, null);
                  test.tell("done");
                  return ToolResult.text("done");
                }));
  }

  @Test
  void a_modern_client_that_goes_has_cancelled_its_call_and_no_other() {
    var gone = client.modern(Rpc.modern("1", "tools/call", work().toString()));
    var stays = client.modern(Rpc.modern("1", "tools/call", work().toString()));
    assertThat(test.heard()).isEqualTo("began");
    assertThat(test.heard()).isEqualTo("began");
    gone.vanish();
    assertThat(test.heard()).isEqualTo("interrupted");
    gone.left();
    goOn.countDown();
    assertThat(test.heard()).isEqualTo("done");
    var events = stays.end().unread();
    assertThat(events).hasSize(3);
    assertThat(events.getLast().json().at("/result/content/0/text").asString()).isEqualTo("done");
    assertThat(gone.unread()).hasSize(1);
  }

  @Test
  void a_legacy_client_that_goes_has_not_cancelled_and_finds_the_answer_when_it_comes_back() {
    var session = client.initialize("2025-11-25");
    var call = client.legacy(session, Rpc.legacy("1", "tools/call", work().toString()));
    var primed = call.event();
    assertThat(primed.data()).isEmpty();
    var progress = call.event();
    assertThat(test.heard()).isEqualTo("began");
    call.vanish();
    goOn.countDown();
    assertThat(test.heard()).isEqualTo("done");
    call.left();
    var back = client.listen(session, String.valueOf(progress.id()));
    var events = back.end().unread();
    assertThat(events).hasSize(2);
    assertThat(events.getFirst().json().at("/params/progress").asInt()).isEqualTo(2);
    assertThat(events.getLast().json().at("/result/content/0/text").asString()).isEqualTo("done");
  }

  @Test
  void a_legacy_client_cancels_by_its_id_in_its_own_session() {
    var session = client.initialize("2025-11-25");
    var other = client.initialize("2025-11-25");
    var call = client.legacy(session, Rpc.legacy("7", "tools/call", work().toString()));
    var same = client.legacy(other, Rpc.legacy("7", "tools/call", work().toString()));
    assertThat(test.heard()).isEqualTo("began");
    assertThat(test.heard()).isEqualTo("began");
    assertThat(client.legacy(session, Rpc.cancelled("7")).status()).isEqualTo(202);
    assertThat(test.heard()).isEqualTo("interrupted");
    assertThat(call.end().unread())
        .extracting(event -> event.data().contains("result"))
        .containsOnly(false);
    goOn.countDown();
    assertThat(same.end().unread().getLast().data()).contains("result");
  }

  @Test
  void a_call_that_has_said_nothing_is_cancelled_without_an_answer() {
    var session = client.initialize("2025-06-18");
    var params = Rpc.call("hold", "{\"name\":\"x\"}").toString();
    var call = client.legacy(session, Rpc.legacy("\"c\"", "tools/call", params));
    assertThat(test.heard()).isEqualTo("began x");
    client.legacy(session, Rpc.cancelled("\"c\"")).end();
    assertThat(test.heard()).isEqualTo("interrupted x");
    assertThat(call.body()).isEmpty();
    assertThat(call.status()).isEqualTo(202);
  }

  @Test
  void who_ends_a_session_has_cancelled_its_calls() {
    var session = client.initialize("2025-11-25");
    var params = Rpc.call("hold", "{\"name\":\"x\"}").toString();
    client.legacy(session, Rpc.legacy("1", "tools/call", params));
    assertThat(test.heard()).isEqualTo("began x");
    client.send("DELETE", java.util.Map.of("Mcp-Session-Id", session), new byte[0]).end();
    assertThat(test.heard()).isEqualTo("interrupted x");
  }

  @Test
  void a_modern_call_that_takes_long_shows_signs_of_life_and_so_notices_who_goes() {
    var quick = new HttpClients(test.endpoint(Duration.ofMillis(20)), "somebody");
    var params = Rpc.call("hold", "{\"name\":\"x\"}").toString();
    var call = quick.modern(Rpc.modern("1", "tools/call", params));
    assertThat(test.heard()).isEqualTo("began x");
    call.comment();
    call.comment();
    call.vanish();
    assertThat(test.heard()).isEqualTo("interrupted x");
  }

  @Test
  void a_stream_that_is_begun_for_a_slow_call_shows_itself_at_once() {
    var slow = new HttpClients(test.endpoint(Duration.ofMillis(20)), "somebody");
    var session = slow.initialize("2025-06-18");
    var params = Rpc.call("hold", "{\"name\":\"x\"}").toString();
    var call = slow.legacy(session, Rpc.legacy("1", "tools/call", params));
    call.begun();
    call.comment();
    test.release("x");
    assertThat(call.event().json().at("/result/content/0/text").asString()).isEqualTo("held x");
  }

  private static ObjectNode work() {
    var params = Rpc.call("work", "{}");
    params.withObjectProperty("_meta").put("progressToken", "t");
    return params;
  }
}
