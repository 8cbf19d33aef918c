package dev.retinue.llm.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.llm.scripted.Exchange.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What clients of the Anthropic API see, and what is the same in all APIs.
final class ScriptedLlmTest {
  private final ScriptedLlm llm = ScriptedLlm.start();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void end() {
    client.shutdownNow();
    llm.close();
  }

  private static ObjectNode user(String text) {
    return Tree.of("role", "user", "content", text);
  }

  private static ObjectNode assistant(JsonNode... content) {
    return Tree.of("role", "assistant", "content", List.of(content));
  }

  private static ObjectNode result(String id, String text) {
    var part = Tree.of("type", "tool_result", "tool_use_id", id, "content", text);
    return Tree.of("role", "user", "content", List.of(part));
  }

  private HttpRequest request(boolean stream, ObjectNode... messages) {
    var bash =
        Tree.of("name", "Bash", "input_schema", Tree.of("properties", Tree.of("command", 1)));
    var body =
        Tree.of(
            "model",
            "claude-x",
            "stream",
            stream,
            "system",
            "Be brief.",
            "messages",
            List.of(messages),
            "tools",
            List.of(bash));
    return HttpRequest.newBuilder(URI.create(llm.url() + "/v1/messages?beta=true"))
        .header("x-api-key", "key-1")
        .timeout(Duration.ofSeconds(20))
        .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
        .build();
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode ask(ObjectNode... messages) throws Exception {
    return Tree.JSON.readTree(send(request(false, messages)).body());
  }

  @Test
  void the_turn_is_the_one_that_the_conversation_has_come_to() throws Exception {
    var prompt =
        user(
            "Do it. "
                + ScriptedLlm.script(
                    Turn.calls(Turn.shell("echo a"), Turn.shell("echo b")).reasoning("Hm."),
                    Turn.text("{{model}} got {{tool_result}} in turn {{turn}} of {{prompt}}")));

    var first = ask(prompt);
    assertThat(ask(prompt).path("content").size()).as("again").isEqualTo(3);
    assertThat(first.path("stop_reason").asString()).isEqualTo("tool_use");
    assertThat(first.at("/content/0/thinking").asString()).isEqualTo("Hm.");
    var one = first.at("/content/1");
    var two = first.at("/content/2");
    assertThat(one.at("/input/command").asString()).isEqualTo("echo a");

    // As some clients do: each call in a message of its own.
    var last =
        ask(
            prompt,
            assistant(one),
            result(one.path("id").asString(), "a"),
            assistant(two),
            result(two.path("id").asString(), "b"),
            user("<reminder>no script in here</reminder>"));
    assertThat(last.at("/content/0/text").asString())
        .isEqualTo("claude-x got b in turn 1 of Do it.");
    var over = ask(prompt, assistant(one), result("", "a"), assistant(last.at("/content/0")));
    assertThat(over.at("/content/0/text").asString()).contains("has no turn 2");
  }

  @Test
  void a_newer_script_replaces_an_older_one_and_without_any_it_says_so() throws Exception {
    var old = user(ScriptedLlm.script(Turn.text("old"), Turn.text("older")));
    var said = assistant(Tree.of("type", "text", "text", "old"));
    assertThat(ask(old, said, user("go on")).at("/content/0/text").asString()).isEqualTo("older");
    var next = user(ScriptedLlm.script(Turn.text("new")));
    assertThat(ask(old, said, next).at("/content/0/text").asString()).isEqualTo("new");
    assertThat(ask(user("hello")).at("/content/0/text").asString())
        .isEqualTo("There is no script in: hello");
    assertThat(ask(user("<llm-script>[{</llm-script>")).at("/content/0/text").asString())
        .contains("cannot be read");
  }

  @Test
  void what_was_asked_is_kept() throws Exception {
    ask(user("one"));
    ask(user("two " + ScriptedLlm.script(Turn.text("hi").usage(1000, 50, 7))));

    var asked = llm.await("two ");
    assertThat(llm.exchanges()).hasSize(2);
    assertThat(llm.exchanges("one")).hasSize(1);
    assertThat(asked.key()).isEqualTo("key-1");
    assertThat(asked.api()).isEqualTo("anthropic");
    assertThat(asked.path()).isEqualTo("/v1/messages");
    assertThat(asked.conversation().system()).isEqualTo("Be brief.");
    assertThat(asked.conversation().toolNames()).containsExactly("Bash");
    assertThat(llm.await(it -> it.outcome() instanceof Outcome.Answered).client()).contains("Java");
  }

  @Test
  void a_stream_ends_with_its_tokens() throws Exception {
    var turn = Turn.text("Hello there").inPieces(3, Duration.ofMillis(1)).usage(1000, 50, 7);
    var answer = send(request(true, user(ScriptedLlm.script(turn))));

    assertThat(answer.headers().firstValue("content-type"))
        .hasValueSatisfying(it -> assertThat(it).startsWith("text/event-stream"));
    assertThat(answer.body())
        .contains("\"text\":\"Hell\"", "\"text\":\"o th\"", "\"text\":\"ere\"")
        .contains("\"input_tokens\":1000", "\"output_tokens\":50", "\"cache_read_input_tokens\":7")
        .endsWith("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
  }

  @Test
  void an_answer_can_be_big() throws Exception {
    var answer = ask(user(ScriptedLlm.script(Turn.big(1_600_000))));
    assertThat(answer.at("/content/0/text").asString()).hasSize(1_600_000);
  }

  @Test
  void a_structured_answer_is_a_text_where_there_is_no_tool_for_it() throws Exception {
    var answer = ask(user(ScriptedLlm.script(Turn.structured(Tree.of("a", "{{turn}}")))));
    assertThat(answer.at("/content/0/text").asString()).isEqualTo("{\"a\":\"0\"}");
  }

  @Test
  void an_error_has_its_status_its_words_and_when_it_is_over() throws Exception {
    var turn =
        Turn.error(429)
            .saying("rate_limit_error", "Slow down.")
            .retryAfter(Duration.ofSeconds(60))
            .resetsAt(Instant.ofEpochSecond(1_800_000_000))
            .times(1);
    var prompt = user(ScriptedLlm.script(new Turn(turn.json().put("text", "at last"))));

    var refused = send(request(true, prompt));
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("rate_limit_error", "Slow down.");
    assertThat(refused.headers().firstValue("retry-after")).hasValue("60");
    assertThat(refused.headers().firstValue("anthropic-ratelimit-unified-reset"))
        .hasValue("1800000000");
    assertThat(ask(prompt).at("/content/0/text").asString()).isEqualTo("at last");
  }

  @Test
  void a_client_that_goes_away_while_the_model_hangs_is_seen_to_hang_up() throws Exception {
    for (var turn : List.of(Turn.hang(), Turn.text("Half").hangingInTheMiddle())) {
      var words = "hang " + turn.json().size();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var call =
            threads.submit(() -> send(request(true, user(words + ScriptedLlm.script(turn)))));
        assertThat(llm.await(words).outcome()).isInstanceOf(Outcome.Open.class);

        call.cancel(true);

        assertThat(llm.awaitHangUp(words).hungUp()).isTrue();
      }
    }
  }

  @Test
  void a_dropped_answer_breaks_off_in_the_middle() throws Exception {
    var prompt = user(ScriptedLlm.script(Turn.text("Half of it").dropping()));
    assertThatThrownBy(() -> send(request(true, prompt))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ask(prompt)).isInstanceOf(IOException.class);
    llm.await(it -> it.number() == 2 && it.outcome() instanceof Outcome.Dropped);
  }

  @Test
  void tokens_are_counted_and_models_listed_and_other_things_not_found() throws Exception {
    var count =
        HttpRequest.newBuilder(URI.create(llm.url() + "/v1/messages/count_tokens"))
            .POST(HttpRequest.BodyPublishers.ofString("{\"messages\":[]} ".repeat(10)))
            .build();
    assertThat(send(count).body()).isEqualTo("{\"input_tokens\":40}");
    var models = HttpRequest.newBuilder(URI.create(llm.url() + "/v1/models")).build();
    assertThat(send(models).body()).contains("\"id\":\"gpt-5.5\"");
    var nothing = HttpRequest.newBuilder(URI.create(llm.url() + "/api/hello")).build();
    assertThat(send(nothing).statusCode()).isEqualTo(404);
    assertThat(llm.exchanges()).isEmpty();
  }

  @Test
  void many_play_at_once() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          java.util.stream.IntStream.range(0, 50)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> ask(user("n" + i + ScriptedLlm.script(Turn.text("is " + i))))))
              .toList();
      for (int i = 0; i < calls.size(); i++) {
        assertThat(calls.get(i).get().at("/content/0/text").asString()).isEqualTo("is " + i);
      }
    }
  }
}
