package dev.retinue.llm.scripted;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Turns that no API would ever play.
class StrangeTurnsTest {
  private final ScriptedLlm llm = ScriptedLlm.start();
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    http.close();
    llm.close();
  }

  private HttpResponse<String> ask(Turn turn) throws Exception {
    var body =
        Tree.of(
            "model",
            "m",
            "stream",
            true,
            "messages",
            java.util.List.of(Map.of("role", "user", "content", ScriptedLlm.script(turn))));
    var request =
        HttpRequest.newBuilder(URI.create(llm.url() + "/v1/chat/completions"))
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void a_raw_turn_is_sent_as_it_stands_and_in_steps() throws Exception {
    var answer = ask(Turn.raw("text/x-odd", "Grüße 🎩\r\n{").step(1));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains("text/x-odd");
    assertThat(answer.body()).isEqualTo("Grüße 🎩\r\n{");
  }

  @Test
  void a_redirect_says_where_to() throws Exception {
    var answer = ask(Turn.redirect("http://elsewhere/"));
    assertThat(answer.statusCode()).isEqualTo(307);
    assertThat(answer.headers().firstValue("location")).contains("http://elsewhere/");
  }

  @Test
  void a_whole_turn_is_json_though_a_stream_was_asked_for() throws Exception {
    var answer = ask(Turn.text("Yes.").inOnePiece());
    assertThat(answer.headers().firstValue("content-type")).contains("application/json");
    assertThat(answer.body()).contains("\"content\":\"Yes.\"").doesNotContain("data:");
  }

  @Test
  void a_cut_turn_says_that_it_was_cut() throws Exception {
    assertThat(ask(Turn.text("Yes").cutOff()).body()).contains("\"finish_reason\":\"length\"");
  }

  @Test
  void an_error_carries_its_headers() throws Exception {
    var answer = ask(Turn.error(503).header("X-One", "1").header("X-Two", "2"));
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("x-one")).contains("1");
    assertThat(answer.headers().firstValue("x-two")).contains("2");
  }
}
