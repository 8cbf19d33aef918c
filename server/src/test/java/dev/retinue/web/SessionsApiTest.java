package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Sessions;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Sessions over REST.
final class SessionsApiTest {
  private static final String ALL = "/api/sessions";

  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void sessions_are_found_by_words_of_their_title_agent_or_id_page_by_page() {
    for (var title : List.of("green tea", "coffee", "Black Tea")) {
      api.post(ANNA, ALL, "{\"agent\":\"player\",\"title\":\"%s\"}".formatted(title));
    }
    api.post(BERT, ALL, "{\"title\":\"tea of bert\"}");
    var first = api.get(ANNA, ALL + "?search=TEA&limit=1").json();
    var rest =
        api.get(ANNA, ALL + "?search=tea&before=" + first.path("next_before").asString()).json();
    // The clock of the test stands still, so it is chance which of them comes first.
    var found = new ArrayList<>(first.path("sessions").findValuesAsString("title"));
    assertThat(found).hasSize(1);
    found.addAll(rest.path("sessions").findValuesAsString("title"));
    assertThat(found).containsExactlyInAnyOrder("Black Tea", "green tea");
    assertThat(rest.has("next_before")).isFalse();
    assertThat(api.get(ANNA, ALL + "?search=player").json().path("sessions")).hasSize(3);
    assertThat(api.get(ANNA, ALL + "?search=nothing").json().path("sessions")).isEmpty();
    var id = api.get(ANNA, ALL).json().path("sessions").get(1).path("id").asString();
    assertThat(api.get(ANNA, ALL + "?search=" + id).json().path("sessions")).hasSize(1);
  }

  @Test
  void a_session_is_opened_named_found_and_closed() {
    var made = api.post(ANNA, ALL, "{\"agent\":\"player\",\"title\":\"tea\"}").json();
    var one = ALL + "/" + made.path("id").asString();
    assertThat(made.path("title").asString()).isEqualTo("tea");
    assertThat(made.path("status").asString()).isEqualTo("idle");
    assertThat(UUID.fromString(made.path("id").asString())).isNotNull();
    var renamed = patch(ANNA, one + "/title", "{\"title\":\"coffee\"}");
    assertThat(renamed.json().path("title").asString()).isEqualTo("coffee");
    assertThat(api.get(ANNA, ALL).json().path("sessions")).hasSize(1);
    assertThat(api.send(ANNA, "DELETE", one, "").json().path("status").asString())
        .isEqualTo("closed");
    assertThat(api.send(ANNA, "DELETE", one, "").status()).isEqualTo(200);
    assertThat(api.get(ANNA, ALL).json().path("sessions")).isEmpty();
    assertThat(api.get(ANNA, ALL + "?include_closed=true").json().path("sessions")).hasSize(1);
    assertThat(say(ANNA, one, "complete One.").code()).isEqualTo("CONFLICT");
  }

  @Test
  void without_a_body_the_default_agent_answers() {
    var made = api.send(ANNA, "POST", ALL, "").json();
    assertThat(made.path("agent").asString()).isEqualTo("player");
  }

  @Test
  void a_message_is_a_run_at_once_and_its_answer_is_in_the_history() {
    var one = opened(ANNA);
    var sent = say(ANNA, one, "say One.\ncomplete One.").json();
    var run = RunId.of(sent.path("run_id").asString());
    assertThat(sent.path("session_id").asString()).isEqualTo(idOf(one));
    end(run);
    end(RunId.of(say(ANNA, one, "complete Two.").json().path("run_id").asString()));
    var all = api.get(ANNA, one + "/messages").json();
    assertThat(all.path("total_messages").asInt()).isEqualTo(2);
    assertThat(said(all))
        .containsExactly(
            "user: say One.\ncomplete One.",
            "assistant: One.",
            "user: complete Two.",
            "assistant: Two.");
    var last = api.get(ANNA, one + "/messages?limit=1").json();
    assertThat(said(last)).containsExactly("assistant: Two.");
    var before =
        api.get(ANNA, one + "/messages?limit=2&before=" + last.path("prev_cursor").asString());
    assertThat(said(before.json())).containsExactly("assistant: One.", "user: complete Two.");
    var shown = api.get(ANNA, one).json();
    assertThat(said(shown)).hasSize(4);
    assertThat(shown.path("num_messages").asInt()).isEqualTo(2);
  }

  @Test
  void a_second_message_is_a_conflict_or_waits_as_its_sender_chooses() {
    var one = opened(ANNA);
    var first = runOf(say(ANNA, one, "hang"));
    assertThat(say(ANNA, one, "complete Two.").code()).isEqualTo("CONFLICT");
    var queued =
        api.post(ANNA, one + "/messages", "{\"message\":\"complete Two.\",\"queue\":true}").json();
    assertThat(queued.path("status").asString()).isEqualTo("queued");
    assertThat(queued.path("before").asInt()).isEqualTo(1);
    var third = api.post(ANNA, one + "/followup", "{\"message\":\"complete Three.\"}").json();
    assertThat(third.path("before").asInt()).isEqualTo(2);
    var shown = api.get(ANNA, one).json();
    assertThat(shown.path("status").asString()).isEqualTo("busy");
    assertThat(shown.path("run_id").asString()).isEqualTo(first.text());
    assertThat(shown.path("queue")).hasSize(2);
    var stopped = api.send(ANNA, "POST", one + "/interrupt", "").json();
    assertThat(stopped.path("stopped")).hasSize(1);
    assertThat(end(RunId.of(third.path("run_id").asString())).state())
        .isInstanceOf(State.Completed.class);
  }

  @Test
  void who_interrupts_one_message_does_not_hit_the_next() {
    var one = opened(ANNA);
    var over = runOf(say(ANNA, one, "complete One."));
    end(over);
    api.staff().await(over, it -> it.ended() && !it.ending());
    var next = runOf(say(ANNA, one, "hang"));
    assertThat(interrupt(one, over).path("stopped")).isEmpty();
    assertThat(interrupt(one, next).path("stopped")).hasSize(1);
  }

  private JsonNode interrupt(String one, RunId run) {
    return api.post(ANNA, one + "/interrupt", "{\"run_id\":\"%s\"}".formatted(run)).json();
  }

  @Test
  void a_message_with_the_same_key_is_the_same_message() {
    var one = opened(ANNA);
    var sent = keyed(one, "complete One.", "k");
    assertThat(runOf(keyed(one, "complete One.", "k"))).isEqualTo(runOf(sent));
    assertThat(keyed(one, "complete Two.", "k").status()).isEqualTo(409);
    assertThat(sessions().require(ANNA, idOf(one)).past().turns()).isEqualTo(1);
  }

  private TestApi.Answer keyed(String one, String text, String key) {
    return api.send(
        ANNA,
        "POST",
        one + "/messages",
        message(text),
        "Content-Type",
        "application/json",
        "Idempotency-Key",
        key);
  }

  @Test
  void a_permission_is_given_and_denied_in_the_words_of_docker_agent() {
    var one = opened(ANNA);
    for (var yes : new String[] {"approve", "approve-session", "approve-tool"}) {
      var run = runOf(say(ANNA, one, "permission look\ncomplete One."));
      api.staff().await(run, it -> !it.needs().isEmpty());
      var waiting = api.get(ANNA, one).json().path("waiting_for").path(0);
      assertThat(waiting.path("kind").asString()).isEqualTo("permission");
      var given = resume(one, "{\"confirmation\":\"%s\"}".formatted(yes));
      assertThat(given.status()).as(given.body()).isEqualTo(200);
      assertThat(end(run).state()).as(yes).isInstanceOf(State.Completed.class);
    }
    var run = runOf(say(ANNA, one, "permission look\ncomplete One."));
    api.staff().await(run, it -> !it.needs().isEmpty());
    assertThat(resume(one, "{\"confirmation\":\"perhaps\"}").status()).isEqualTo(400);
    resume(one, "{\"confirmation\":\"reject\",\"reason\":\"not today\"}");
    assertThat(end(run).state()).isInstanceOf(State.Failed.class);
    assertThat(resume(one, "{\"confirmation\":\"approve\"}").code()).isEqualTo("CONFLICT");
  }

  private TestApi.Answer resume(String one, String body) {
    return api.post(ANNA, one + "/resume", body);
  }

  @Test
  void a_question_is_answered_declined_or_left_to_others() {
    var one = opened(ANNA);
    var run = runOf(say(ANNA, one, "ask Why?\ncomplete {answer}"));
    api.staff().await(run, it -> !it.needs().isEmpty());
    var cancelled = api.post(ANNA, one + "/elicitation", "{\"action\":\"cancel\"}").json();
    assertThat(cancelled.path("delivered").asBoolean()).isFalse();
    assertThat(api.post(ANNA, one + "/elicitation", "{\"action\":\"x\"}").status()).isEqualTo(400);
    assertThat(resume(one, "{\"confirmation\":\"approve\"}").code()).isEqualTo("CONFLICT");
    api.post(ANNA, one + "/elicitation", "{\"action\":\"decline\"}");
    assertThat(summary(end(run))).contains("declined");
  }

  @Test
  void a_fork_goes_on_with_what_was_said_and_its_origin_does_too() {
    var one = opened(ANNA);
    end(runOf(say(ANNA, one, "complete One.")));
    var fork =
        ALL
            + "/"
            + api.post(ANNA, one + "/fork", "{\"title\":\"other\"}").json().path("id").asString();
    end(runOf(say(ANNA, fork, "complete Two.")));
    assertThat(said(api.get(ANNA, fork).json()))
        .containsExactly(
            "user: complete One.", "assistant: One.", "user: complete Two.", "assistant: Two.");
    assertThat(api.get(ANNA, fork).json().path("forked_from").asString()).isEqualTo(idOf(one));
    assertThat(said(api.get(ANNA, one).json())).hasSize(2);
    try (var socket = TestSocket.open(api.port(), "/ws/" + idOf(fork), "anna")) {
      socket.until("system");
      for (var text : List.of("complete One.", "One.", "complete Two.", "Two.")) {
        assertThat(socket.json().path("content").asString()).isEqualTo(text);
      }
    }
  }

  @Test
  void one_conversation_is_led_over_every_surface_in_turn() {
    var one = opened(ANNA);
    end(runOf(say(ANNA, one, "complete One.")));
    api.post(ANNA, one + "/agent/player", "[{\"content\":\"complete Two.\"}]");
    try (var socket = TestSocket.open(api.port(), "/ws/" + idOf(one), "anna")) {
      socket.say("{\"type\":\"message\",\"content\":\"complete Three.\"}");
      socket.until("loading_done");
    }
    var run = Objects.requireNonNull(sessions().require(ANNA, idOf(one)).past().last());
    end(run);
    end(sessions().send(ANNA, idOf(one), new Sessions.Message("complete Four.")).id());
    assertThat(said(api.get(ANNA, one + "/messages").json()))
        .containsExactly(
            "user: complete One.",
            "assistant: One.",
            "user: complete Two.",
            "assistant: Two.",
            "user: complete Three.",
            "assistant: Three.",
            "user: complete Four.",
            "assistant: Four.");
  }

  @Test
  void anothers_session_is_to_the_byte_one_that_there_is_not() {
    var hers = opened(ANNA);
    var nobodys = ALL + "/" + new UUID(4711, 42);
    runOf(say(ANNA, hers, "ask Why?\nhang"));
    for (var route : api.routes()) {
      if (!route.path().text().startsWith(ALL + "/{id}")) {
        continue;
      }
      for (var body : bodies(route.path().text())) {
        var path = route.path().text().replace("{name}", "player").replace("{member}", "root");
        var real = ask(route.method(), path.replace(ALL + "/{id}", hers), body);
        var none = ask(route.method(), path.replace(ALL + "/{id}", nobodys), body);
        assertThat(real.status()).as(path).isEqualTo(404);
        assertThat(real.body().replace(idOf(hers), idOf(nobodys))).as(path).isEqualTo(none.body());
        assertThat(real.response().headers().map().keySet())
            .isEqualTo(none.response().headers().map().keySet());
      }
    }
    assertThat(api.get(BERT, ALL + "?include_closed=true").json().path("sessions")).isEmpty();
    assertThat(api.get(OWNER, hers).status()).isEqualTo(200);
  }

  private TestApi.Answer ask(String method, String path, String body) {
    return api.send(
        BERT, method, path, method.equals("GET") ? "" : body, "Content-Type", "application/json");
  }

  private static List<String> bodies(String path) {
    if (path.contains("/agent/")) {
      return List.of("[{\"content\":\"x\"}]");
    }
    return List.of(
        switch (path.substring(path.lastIndexOf('/') + 1)) {
          case "title" -> "{\"title\":\"x\"}";
          case "transfer" -> "{\"agent\":\"x\"}";
          case "resume" -> "{\"confirmation\":\"approve\"}";
          case "elicitation" -> "{\"action\":\"accept\"}";
          case "messages", "followup", "steer" -> "{\"message\":\"x\"}";
          default -> "{}";
        });
  }

  @Test
  void who_may_only_read_reads_and_says_nothing() {
    var hers = opened(ANNA);
    assertThat(api.get(READER, hers).status()).isEqualTo(200);
    assertThat(say(READER, hers, "complete x").status()).isEqualTo(403);
    assertThat(api.send(READER, "POST", ALL, "").status()).isEqualTo(403);
    assertThat(api.send(READER, "DELETE", hers, "").status()).isEqualTo(403);
  }

  @Test
  void somebody_answers_a_ping() {
    assertThat(api.get(ANNA, "/api/ping").body()).isEqualTo("{\"status\":\"ok\"}");
  }

  private Sessions sessions() {
    return api.staff().staff().sessions();
  }

  private String opened(Caller caller) {
    return ALL + "/" + api.send(caller, "POST", ALL, "").json().path("id").asString();
  }

  private static String idOf(String path) {
    return path.substring(ALL.length() + 1);
  }

  private TestApi.Answer say(Caller caller, String one, String text) {
    return api.post(caller, one + "/messages", message(text));
  }

  private static String message(String text) {
    return Json.object().put("message", text).toString();
  }

  private static RunId runOf(TestApi.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return RunId.of(answer.json().path("run_id").asString());
  }

  /// Until nothing is left of it.
  private Run end(RunId run) {
    return api.staff().await(run, it -> it.ended() && !it.ending());
  }

  private static String summary(Run run) {
    return run.state() instanceof State.Completed(var _, var summary, var _) ? summary : "";
  }

  private TestApi.Answer patch(Caller caller, String path, String body) {
    return api.send(caller, "PATCH", path, body, "Content-Type", "application/json");
  }

  private static List<String> said(JsonNode page) {
    return page.path("messages")
        .valueStream()
        .map(it -> it.path("role").asString() + ": " + it.path("content").asString())
        .toList();
  }
}
