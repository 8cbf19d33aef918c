package dev.retinue.web;

import static dev.retinue.testing.Writer.FIRST;
import static dev.retinue.testing.Writer.SECOND;
import static dev.retinue.testing.Writer.TEXT;
import static dev.retinue.web.TestApi.ANNA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What an agent writes is seen over HTTP and sockets before it is said, once and not again.
final class DraftsTest {
  @TempDir private Path folder;
  private final Writer writer = new Writer();
  private TestApi api;
  private String session;

  @BeforeEach
  void open() {
    api = new TestApi(folder, Duration.ofSeconds(15), Rules.of(Limits.DEFAULT), writer);
    session =
        api.post(ANNA, "/api/sessions", "{\"agent\":\"writer\"}").json().path("id").asString();
  }

  @AfterEach
  void close() {
    api.close();
    writer.close();
  }

  @Test
  void a_stream_of_a_turn_has_the_answer_in_pieces_that_make_it_up() {
    try (var client = streamOf(Writer.message())) {
      var first = next(client);
      assertThat(first.path("content").asString()).isEqualTo(FIRST);
      assertThat(first.path("draft").asBoolean()).isTrue();
      assertThat(first.path("offset").asInt(-1)).isZero();
      assertThat(first.path("agent_name").asString()).isEqualTo("writer");
      assertThat(first.path("timestamp").asString()).endsWith("Z");
      writer.goOn();
      var second = next(client);
      assertThat(second.path("content").asString()).isEqualTo(SECOND);
      assertThat(second.path("offset").asInt()).isEqualTo(FIRST.length());
      writer.goOn();
      var said = next(client);
      assertThat(said.has("draft")).isFalse();
      assertThat(said.path("offset").asInt()).isEqualTo(TEXT.length());
      assertThat(said.path("content").asString("?")).isEmpty();
      assertThat(client.until("stream_stopped")).doesNotContain("agent_choice");
    }
    assertThat(saidInHistory()).containsExactly(TEXT);
  }

  @Test
  void what_was_said_before_anybody_saw_it_comes_whole() {
    writer.goOn();
    writer.goOn();
    var contents = new StringBuilder();
    try (var client = streamOf(Writer.message())) {
      var piece = next(client);
      while (piece.path("draft").asBoolean()) {
        contents.append(piece.path("content").asString());
        piece = next(client);
      }
      contents.append(piece.path("content").asString());
    }
    assertThat(contents.toString()).isEqualTo(TEXT);
  }

  @Test
  void an_answer_that_breaks_off_is_begun_anew_in_a_stream() {
    try (var client = streamOf(Writer.brokenMessage())) {
      assertThat(next(client).path("content").asString()).isEqualTo(FIRST);
      writer.goOn();
      assertThat(client.until("asked again in")).contains("\"type\":\"warning\"");
      var again = next(client);
      assertThat(again.path("content").asString()).isEqualTo(FIRST);
      assertThat(again.path("offset").asInt(-1)).isZero();
      writer.goOn();
      assertThat(next(client).path("content").asString()).isEqualTo(SECOND);
      writer.goOn();
      assertThat(next(client).path("offset").asInt()).isEqualTo(TEXT.length());
    }
    assertThat(saidInHistory()).containsExactly(TEXT);
  }

  @Test
  void a_socket_shows_deltas_and_then_the_message_that_takes_their_place() {
    try (var socket = TestSocket.open(api.port(), "/ws/" + session, ANNA.name())) {
      socket.until("system");
      socket.say(Json.object().put("type", "message").put("content", Writer.message()).toString());
      var first = socket.until("delta");
      assertThat(first.path("content").asString()).isEqualTo(FIRST);
      assertThat(first.path("role").asString()).isEqualTo("assistant");
      assertThat(first.path("offset").asInt(-1)).isZero();
      assertThat(first.path("run_id").asString()).startsWith("agent-");
      writer.goOn();
      var second = socket.json();
      assertThat(second.path("type").asString()).isEqualTo("delta");
      assertThat(second.path("content").asString()).isEqualTo(SECOND);
      assertThat(second.path("offset").asInt()).isEqualTo(FIRST.length());
      writer.goOn();
      var said = socket.json();
      assertThat(said.path("type").asString()).isEqualTo("message");
      assertThat(said.path("content").asString()).isEqualTo(TEXT);
      assertThat(socket.json().path("type").asString()).isEqualTo("loading_done");
    }
    try (var late = TestSocket.open(api.port(), "/ws/" + session, ANNA.name())) {
      assertThat(late.until("message").path("role").asString()).isEqualTo("user");
      assertThat(late.json().path("content").asString()).isEqualTo(TEXT);
    }
  }

  @Test
  void who_comes_to_a_socket_in_the_middle_sees_all_that_is_written() {
    var run = send(Writer.message());
    try (var early = TestSocket.open(api.port(), "/ws/" + session, ANNA.name());
        var late = TestSocket.open(api.port(), "/ws/" + session, ANNA.name())) {
      assertThat(early.until("delta").path("content").asString()).isEqualTo(FIRST);
      assertThat(late.until("delta").path("content").asString()).isEqualTo(FIRST);
      writer.goOn();
      writer.goOn();
      var said = late.until("message");
      assertThat(said.path("content").asString()).isEqualTo(TEXT);
      assertThat(said.path("run_id").asString()).isEqualTo(run);
    }
  }

  @Test
  void a_stream_of_a_run_has_drafts_for_those_who_ask_for_them() {
    var run = send(Writer.message());
    var path = "/api/agents/%s/events".formatted(run);
    try (var asking = get(path + "?drafts=true");
        var plain = get(path)) {
      var first = draft(asking);
      assertThat(first.path("text").asString()).isEqualTo(FIRST);
      assertThat(first.path("offset").asInt(-1)).isZero();
      assertThat(first.path("run").asString()).isEqualTo(run);
      assertThat(first.has("seq")).isFalse();
      writer.goOn();
      assertThat(draft(asking).path("text").asString()).isEqualTo(SECOND);
      writer.goOn();
      assertThat(asking.until("\"type\":\"completed\"")).contains("\"text\":\"" + TEXT + "\"");
      assertThat(plain.until("\"type\":\"completed\"")).doesNotContain("\"draft\"");
    }
  }

  private RawClient streamOf(String message) {
    var body = Json.object().put("message", message).toString();
    return api.raw()
        .head(
            "POST /api/sessions/%s/messages HTTP/1.1".formatted(session),
            "Host: localhost",
            "Authorization: Bearer anna",
            "Content-Type: application/json",
            "Accept: text/event-stream",
            "Content-Length: " + body.length())
        .send(body);
  }

  private RawClient get(String path) {
    return api.raw()
        .head(
            "GET %s HTTP/1.1".formatted(path),
            "Host: localhost",
            "Authorization: Bearer anna",
            "Accept: text/event-stream");
  }

  private String send(String message) {
    var body = Json.object().put("message", message).toString();
    return api.post(ANNA, "/api/sessions/%s/messages".formatted(session), body)
        .json()
        .path("run_id")
        .asString();
  }

  /// The next `agent_choice`.
  private static JsonNode next(RawClient client) {
    client.until("{\"type\":\"agent_choice\"");
    return Json.WIRE.readTree("{\"type\":\"agent_choice\"" + client.until("\n"));
  }

  private static JsonNode draft(RawClient client) {
    client.until("data: {\"run\"");
    return Json.WIRE.readTree("{\"run\"" + client.until("\n"));
  }

  private List<String> saidInHistory() {
    var said = new ArrayList<String>();
    var messages =
        api.get(ANNA, "/api/sessions/" + session).json().path("messages").valueStream().toList();
    assertThat(messages).isNotEmpty();
    for (var message : messages) {
      if (message.toString().contains("assistant")) {
        said.add(message.path("content").asString());
      }
    }
    return said;
  }
}
