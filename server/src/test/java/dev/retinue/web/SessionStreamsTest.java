package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.State;
import dev.retinue.core.staff.Sessions;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Turns of sessions as streams of events.
final class SessionStreamsTest {
  private static final String ALL = "/api/sessions";

  @TempDir private Path folder;
  private TestApi api;
  private String one;

  @BeforeEach
  void open() {
    api = new TestApi(folder);
    one = ALL + "/" + api.send(ANNA, "POST", ALL, "").json().path("id").asString();
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void who_accepts_a_stream_gets_the_turn_as_it_grows() {
    var body = message("say One.\nask Go on?\ncall look {\"at\":\"tea\"} -> green\ncomplete Two.");
    try (var client = api.raw()) {
      client
          .head(
              "POST " + one + "/messages HTTP/1.1",
              "Host: localhost",
              "Authorization: Bearer anna",
              "Content-Type: application/json",
              "Accept: text/event-stream",
              "Content-Length: " + body.length())
          .send(body);
      // The agent has not ended, and what it said is there.
      var begun = client.until("elicitation_request");
      assertThat(begun).contains("\"type\":\"user_message\"", "\"type\":\"stream_started\"");
      assertThat(begun).contains("\"type\":\"agent_choice\"", "\"content\":\"One.\"");
      var answer =
          api.post(
              ANNA,
              one + "/elicitation",
              "{\"action\":\"accept\",\"content\":{\"answer\":\"yes\"}}");
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      var rest = client.until("stream_stopped");
      assertThat(rest)
          .contains(
              "\"type\":\"tool_call\"",
              "\"name\":\"look\"",
              "\"type\":\"tool_call_response\"",
              "\"response\":\"green\"",
              "\"content\":\"Two.\"");
    }
  }

  @Test
  void every_event_of_a_stream_says_who_and_when() {
    var events =
        events(
            stream(
                ANNA,
                one + "/messages",
                message("think hm\nspend 0.5 in 10 out 2\ncomplete One.")));
    assertThat(events)
        .extracting(it -> it.path("type").asString())
        .containsExactly(
            "user_message",
            "stream_started",
            "agent_choice_reasoning",
            "token_usage",
            "agent_choice",
            "stream_stopped");
    assertThat(events)
        .allSatisfy(
            it -> {
              assertThat(it.path("agent_name").asString()).isEqualTo("player");
              assertThat(it.path("timestamp").asString()).endsWith("Z");
              assertThat(it.path("session_id").asString()).isEqualTo(idOf(one));
            });
    var usage = events.get(3).path("usage");
    assertThat(usage.path("input_tokens").asInt()).isEqualTo(10);
    assertThat(usage.path("cost").asDouble()).isEqualTo(0.5);
  }

  @Test
  void a_stream_that_breaks_off_stops_nothing() {
    var body = message("say One.\nask Go on?\ncomplete Two.");
    try (var client = api.raw()) {
      client
          .head(
              "POST " + one + "/messages HTTP/1.1",
              "Host: localhost",
              "Authorization: Bearer anna",
              "Content-Type: application/json",
              "Accept: text/event-stream",
              "Content-Length: " + body.length())
          .send(body);
      client.until("elicitation_request");
    }
    TestWeb.until(() -> api.web().connections() <= 1, "the end of the stream");
    var run = Objects.requireNonNull(sessions().require(ANNA, idOf(one)).turn());
    sayYes();
    assertThat(api.staff().awaitEnd(run).state()).isInstanceOf(State.Completed.class);
  }

  private void sayYes() {
    var body = "{\"action\":\"accept\",\"content\":{\"anything\":\"yes\"}}";
    assertThat(api.post(ANNA, one + "/elicitation", body).json().path("delivered").asBoolean())
        .isTrue();
  }

  @Test
  void an_array_of_messages_to_an_agent_is_one_turn_as_a_stream() {
    var answer =
        api.post(
            ANNA,
            one + "/agent/player",
            "[{\"role\":\"user\",\"content\":\"say One.\"},{\"content\":\"complete Two.\"}]");
    assertThat(answer.response().headers().firstValue("Content-Type"))
        .hasValue("text/event-stream");
    var events = events(answer.body());
    assertThat(events.getFirst().path("message").asString()).isEqualTo("say One.\n\ncomplete Two.");
    assertThat(events.getLast().path("type").asString()).isEqualTo("stream_stopped");
    for (var wrong :
        new String[] {
          "[]", "{}", "[7]", "[{\"role\":\"assistant\",\"content\":\"x\"}]", "[{\"content\":\"\"}]"
        }) {
      assertThat(api.post(ANNA, one + "/agent/player", wrong).status()).as(wrong).isEqualTo(400);
    }
    assertThat(sessions().require(ANNA, idOf(one)).past().turns()).isEqualTo(1);
  }

  @Test
  void who_answers_can_be_chosen_until_something_was_said() {
    var events = events(api.post(ANNA, one + "/agent/talker", "[{\"content\":\"Hello\"}]").body());
    assertThat(events.getLast().path("agent_name").asString()).isEqualTo("talker");
    assertThat(api.get(ANNA, one).json().path("agent").asString()).isEqualTo("talker");
    var other = api.post(ANNA, one + "/agent/player", "[{\"content\":\"complete x\"}]");
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.message()).contains("cannot be given to 'player'");
    var nobody = api.post(ANNA, one + "/agent/tolker", "[{\"content\":\"Hello\"}]");
    assertThat(nobody.status()).isEqualTo(404);
    assertThat(nobody.message()).contains("talker");
  }

  private Sessions sessions() {
    return api.staff().staff().sessions();
  }

  private static String idOf(String path) {
    return path.substring(ALL.length() + 1);
  }

  private static String message(String text) {
    return Json.object().put("message", text).toString();
  }

  private String stream(Caller caller, String path, String body) {
    return api.send(
            caller,
            "POST",
            path,
            body,
            "Content-Type",
            "application/json",
            "Accept",
            "text/event-stream")
        .body();
  }

  private static List<JsonNode> events(String stream) {
    return stream
        .lines()
        .filter(it -> it.startsWith("data: "))
        .<JsonNode>map(it -> Json.WIRE.readTree(it.substring("data: ".length())))
        .toList();
  }
}
