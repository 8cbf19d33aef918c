package dev.retinue.toolset.sessions;

import static dev.retinue.toolset.sessions.SessionScene.call;
import static dev.retinue.toolset.sessions.SessionScene.history;
import static dev.retinue.toolset.sessions.SessionScene.info;
import static dev.retinue.toolset.sessions.SessionScene.message;
import static dev.retinue.toolset.sessions.SessionScene.open;
import static dev.retinue.toolset.sessions.SessionScene.refused;
import static dev.retinue.toolset.sessions.SessionScene.send;
import static dev.retinue.toolset.sessions.SessionScene.structured;
import static dev.retinue.toolset.sessions.SessionScene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages and their answers.
final class TurnsTest {
  @TempDir private Path folder;
  private SessionScene scene;
  private McpClient client;

  @BeforeEach
  void begin() {
    scene = new SessionScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL);
    client = scene.client();
  }

  @AfterEach
  void end() {
    client.close();
    scene.close();
  }

  @Test
  void a_message_is_answered_with_events_and_metadata() {
    var session = open(client, "player");
    var script =
        """
        think Where to begin?
        call search {"query": "otters"} -> 3 pages
        call fetch -> failed: no route
        spend 0.02 in 1200 out 300
        say Otters swim.
        complete Otters swim.
        """;
    var answer = send(client, session, script);

    assertThat(answer.path("response").asString()).isEqualTo("Otters swim.");
    assertThat(answer.path("status").asString()).isEqualTo("completed");
    assertThat(texts(answer.path("events"), "type"))
        .containsExactly(
            "stream_started",
            "agent_choice_reasoning",
            "tool_call",
            "tool_response",
            "tool_call",
            "tool_response",
            "token_usage",
            "agent_message",
            "stream_stopped");
    var call = answer.path("events").get(2);
    assertThat(call.path("tool").asString()).isEqualTo("search");
    assertThat(call.path("args").asString()).isEqualTo("{\"query\": \"otters\"}");
    assertThat(answer.path("events").get(3).path("result").asString()).isEqualTo("3 pages");
    assertThat(answer.path("events").get(5).path("failed").asBoolean()).isTrue();
    var metadata = answer.path("metadata");
    assertThat(metadata.path("tool_calls").asInt()).isEqualTo(2);
    assertThat(metadata.path("event_count").asInt()).isEqualTo(9);
    assertThat(metadata.path("tokens_used").asLong()).isEqualTo(1500);
    assertThat(metadata.path("cost_usd").decimalValue()).isEqualByComparingTo("0.02");
    assertThat(metadata.path("session_id").asString()).isEqualTo(session);
    assertThat(metadata.path("message_length").asInt()).isEqualTo(script.length());
    assertThat(metadata.path("agent").asString()).isEqualTo("player");
    assertThat(metadata.path("duration_ms").asLong(-1)).isNotNegative();
  }

  @Test
  void a_turn_that_fails_is_an_error_and_the_session_goes_on() {
    var session = open(client, "player");
    var result = client.callTool("send_message", message(session, "say half\nfail error It broke"));
    assertThat(result.isError()).isTrue();
    var answer = structured(result);
    assertThat(answer.path("error").asString()).isEqualTo("error: It broke");
    assertThat(answer.path("reason").asString()).isEqualTo("error");
    assertThat(answer.path("response").asString()).isEqualTo("half");
    assertThat(send(client, session, "complete Well").path("response").asString())
        .isEqualTo("Well");
  }

  @Test
  void what_was_said_is_the_history() {
    var session = open(client, "player");
    send(client, session, "call look -> a wall\nsay I see a wall.\ncomplete I see a wall.");
    client.callTool("send_message", message(session, "fail error No"));
    var history = history(client, session);
    assertThat(texts(history.path("messages"), "role"))
        .containsExactly("user", "assistant", "tool", "assistant", "user", "system");
    assertThat(texts(history.path("messages"), "content").get(3)).isEqualTo("I see a wall.");
    assertThat(history.path("message_count").asInt()).isEqualTo(2);
    assertThat(history.has("next_before")).isFalse();
  }

  @Test
  void the_history_is_paged_from_its_end() {
    var session = open(client, "player");
    for (int i = 1; i <= 5; i++) {
      send(client, session, "complete Answer %d".formatted(i));
    }
    var ask = Json.object().put("session_id", session).put("limit", 3);
    var last = call(client, "get_session_history", ask);
    assertThat(texts(last.path("messages"), "content"))
        .containsExactly("Answer 4", "complete Answer 5", "Answer 5");
    var before =
        call(
            client,
            "get_session_history",
            ask.put("before", last.path("next_before").asString()).put("limit", 0));
    assertThat(texts(before.path("messages"), "content"))
        .hasSize(7)
        .startsWith("complete Answer 1", "Answer 1")
        .endsWith("Answer 3", "complete Answer 4");
    assertThat(before.has("next_before")).isFalse();
  }

  @Test
  void what_was_delivered_is_the_answer_in_the_history_too() {
    var session = open(client, "player");
    send(client, session, "say Done.\ndeliver The report.\ncomplete Done.");
    send(client, session, "deliver %s\ncomplete A long report".formatted("x".repeat(9_000)));
    var messages = history(client, session).path("messages");
    assertThat(texts(messages, "content").get(1)).isEqualTo("The report.\n");
    var last = messages.get(messages.size() - 1);
    assertThat(messages.size()).isEqualTo(4);
    assertThat(last.path("content").asString()).startsWith("xxx").hasSize(8_000);
    assertThat(last.path("characters").asInt()).isEqualTo(9_001);
    assertThat(last.path("resource").asString()).endsWith("/payload");
  }

  @Test
  void the_last_fifty_are_shown_unless_all_are_wanted() {
    var session = open(client, "player");
    var script = new StringBuilder();
    for (int i = 1; i <= 80; i++) {
      script.append("say word ").append(i).append('\n');
    }
    send(client, session, script + "complete over");
    assertThat(history(client, session).path("messages").size()).isEqualTo(50);
    var all = Json.object().put("session_id", session).put("limit", 0);
    assertThat(call(client, "get_session_history", all).path("messages").size()).isEqualTo(82);
  }

  @Test
  void a_long_answer_comes_in_pieces_and_so_do_many_events() {
    var session = open(client, "player");
    var text = "x".repeat(60_000);
    var answer =
        send(
            client,
            session,
            "repeat 40\nsay %s\nend\ndeliver %s\ncomplete ok".formatted("y".repeat(3_000), text));
    assertThat(Json.WIRE.writeValueAsString(answer).length()).isLessThanOrEqualTo(45_000);
    var rest = answer.at("/rest/0");
    assertThat(rest.path("characters").asInt()).isEqualTo(60_001);
    var ask =
        Json.object()
            .put("session_id", session)
            .put("run_id", answer.path("run_id").asString())
            .put("offset_in_text", rest.path("next_offset").asInt());
    var more = call(client, "get_session_history", ask).path("response").asString();
    assertThat(answer.path("response").asString() + more).startsWith(text.substring(0, 45_000));
    var events = answer.path("more_events");
    assertThat(events.path("total").asInt()).isEqualTo(answer.at("/metadata/event_count").asInt());
    assertThat(events.path("shown").asInt()).isEqualTo(answer.path("events").size());
    var resource = client.readResource(events.path("resource").asString()).getFirst().text();
    var page = Json.WIRE.readTree(resource);
    assertThat(page.path("events").size()).isEqualTo(page.path("total").asInt());
  }

  @Test
  void a_second_sender_gets_a_conflict_or_the_queue() {
    var session = open(client, "holder");
    var first = call(client, "send_message", message(session, "One").put("async", true));
    assertThat(first.path("status").asString()).isIn("queued", "running");
    assertThat(first.path("message").asString()).contains("get_session_history");
    var refusal = refused(client, "send_message", message(session, "Two"));
    assertThat(refusal.path("code").asString()).isEqualTo("CONFLICT");
    var second =
        call(client, "send_message", message(session, "Two").put("queue", true).put("async", true));
    assertThat(second.path("status").asString()).isEqualTo("queued");
    var third = call(client, "followup", message(session, "Three"));
    assertThat(third.path("before").asInt()).isEqualTo(2);
    assertThat(info(client, session).path("status").asString()).isEqualTo("busy");
    assertThat(info(client, session).path("queue").size()).isEqualTo(2);
    scene.release();
    var wait = Json.object().put("session_id", session).put("wait_seconds", 30);
    var history = call(client, "get_session_history", wait);
    assertThat(texts(history.path("messages"), "content"))
        .containsExactly("One", "Held: One", "Two", "Held: Two", "Three", "Held: Three");
    assertThat(info(client, session).path("status").asString()).isEqualTo("idle");
  }

  @Test
  void an_answer_that_takes_too_long_is_fetched_by_its_run() {
    var session = open(client, "holder");
    var answer = call(client, "send_message", message(session, "Work").put("wait_seconds", 0));
    assertThat(answer.has("response")).isFalse();
    var ask =
        Json.object().put("session_id", session).put("run_id", answer.path("run_id").asString());
    assertThat(call(client, "get_session_history", ask).path("status").asString())
        .isIn("queued", "running");
    scene.release();
    var late = call(client, "get_session_history", ask.put("wait_seconds", 30));
    assertThat(late.path("status").asString()).isEqualTo("completed");
    assertThat(late.path("response").asString()).isEqualTo("Held: Work");
  }

  @Test
  void a_retry_with_the_same_key_is_the_same_message() {
    var session = open(client, "player");
    var order = message(session, "complete Once").put("idempotency_key", "one");
    var first = call(client, "send_message", order);
    assertThat(call(client, "send_message", order).path("run_id")).isEqualTo(first.path("run_id"));
    var once =
        Json.object().put("agent", "desk").put("message", "Hi").put("idempotency_key", "two");
    var invoked = call(client, "invoke_agent", once);
    assertThat(call(client, "invoke_agent", once).path("run_id")).isEqualTo(invoked.path("run_id"));
    assertThat(info(client, session).path("message_count").asInt()).isOne();
  }

  @Test
  void who_is_at_work_can_be_steered_if_it_hears() {
    var session = open(client, "listener");
    var begun = call(client, "send_message", message(session, "Listen").put("async", true));
    scene
        .staff()
        .awaitEvent(RunId.of(begun.path("run_id").asString()), RunEvent.Said.class::isInstance);
    var steered = call(client, "steer", message(session, "Turn left"));
    assertThat(steered.path("delivered").asString()).isEqualTo("steered");
    assertThat(steered.path("run_id")).isEqualTo(begun.path("run_id"));
    var wait = Json.object().put("session_id", session).put("wait_seconds", 30);
    var history = call(client, "get_session_history", wait);
    assertThat(texts(history.path("messages"), "content"))
        .containsExactly("Listen", "I listen.", "Turn left", "I heard: Turn left");
    assertThat(refused(client, "steer", message(session, "Late")).path("code").asString())
        .isEqualTo("CONFLICT");
  }

  @Test
  void who_cannot_hear_gets_it_as_its_next_message() {
    var session = open(client, "holder");
    call(client, "send_message", message(session, "One").put("async", true));
    var steered = call(client, "steer", message(session, "Two"));
    assertThat(steered.path("delivered").asString()).isEqualTo("queued");
    scene.release();
    assertThat(scene.awaitEnd(steered).ended()).isTrue();
  }

  @Test
  void an_interrupted_turn_keeps_what_was_said_and_the_session_goes_on() {
    var session = open(client, "player");
    var begun = call(client, "send_message", message(session, "say half\nhang").put("async", true));
    scene
        .staff()
        .awaitEvent(RunId.of(begun.path("run_id").asString()), RunEvent.Said.class::isInstance);
    var interrupt = Json.object().put("session_id", session);
    var stopped = call(client, "interrupt_session", interrupt);
    assertThat(texts(stopped.path("stopped"), "")).hasSize(1);
    assertThat(call(client, "interrupt_session", interrupt).path("interrupted").asBoolean(true))
        .isFalse();
    assertThat(texts(history(client, session).path("messages"), "content")).contains("half");
    assertThat(send(client, session, "complete Well").path("response").asString())
        .isEqualTo("Well");
  }

  @Test
  void what_an_agent_asks_is_said_with_the_way_to_answer() {
    var session = open(client, "player");
    var answer =
        call(client, "send_message", message(session, "ask Which colour?\ncomplete {answer}"));
    assertThat(answer.path("status").asString()).isEqualTo("waiting");
    assertThat(answer.at("/waiting_for/0/text").asString()).isEqualTo("Which colour?");
    assertThat(answer.path("message").asString()).contains("tool answer");
    assertThat(texts(answer.path("events"), "type")).contains("elicitation_request");
  }
}
