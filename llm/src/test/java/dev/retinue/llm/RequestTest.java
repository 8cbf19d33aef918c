package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.Prompt.Effort;
import dev.retinue.llm.Prompt.Settings;
import dev.retinue.llm.provider.Providers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What is sent, in the words of each provider.
class RequestTest extends Contract {
  private static final Settings THINKING =
      new Settings(1000, Effort.HIGH, Duration.ofMinutes(1), Duration.ofMinutes(1));

  private JsonNode sent(String provider, String model, Prompt prompt) throws InterruptedException {
    var known = Providers.find(provider).orElseThrow();
    var env = Map.of(known.keys().getFirst(), "k", known.address(), llm.url());
    new Providers(wire).model(known, model, env::get).ask(prompt, Model.Listener.NONE);
    return sent();
  }

  private JsonNode thinking(String provider, String model) throws InterruptedException {
    return sent(provider, model, with(THINKING, prompt(text("Yes."))));
  }

  @ParameterizedTest
  @EnumSource
  void the_key_is_shown_and_the_longest_answer_is_said(Dialects dialect) throws Exception {
    ask(dialect, text("Yes."));
    assertThat(llm.exchanges().getLast().key()).isEqualTo(Dialects.SECRET);
    var name =
        switch (dialect) {
          case ANTHROPIC, ENDPOINT -> "/max_tokens";
          case RESPONSES -> "/max_output_tokens";
          case CHAT -> "/max_completion_tokens";
          case GEMINI -> "/generationConfig/maxOutputTokens";
        };
    assertThat(sent().at(name).asInt(0)).isEqualTo(8192);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_said_stands_where_it_belongs(Dialects dialect) throws Exception {
    ask(dialect, text("Yes."));
    var heard = llm.exchanges().getLast().conversation();
    assertThat(heard.system().strip()).isEqualTo("You are brief.");
    assertThat(heard.toolNames()).containsExactly("look");
    assertThat(heard.tools().getFirst().schema()).hasToString(LOOK.schema());
    assertThat(heard.streamed()).isTrue();
    ask(dialect, prompt(text("Yes.")).withoutTools());
    assertThat(sent().has("tools")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void an_input_that_is_no_json_comes_back_to_the_model_as_it_can(Dialects dialect)
      throws Exception {
    var asked = prompt(text("Sorry."));
    var turns =
        List.of(
            new Turn.Asked("First."),
            new Turn.Answered(List.of(new Part.Call("call_1", "look", "{\"at\": oops", null))),
            new Turn.Results(List.of(new Turn.Result("call_1", "look", "This is no JSON.", true))),
            asked.turns().getFirst());
    ask(dialect, new Prompt("", turns, asked.tools(), asked.settings()));
    assertThat(sent().toString()).contains("oops").contains("This is no JSON.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"claude-opus-5-5", "claude-fable-5", "claude-opus-4-7", "claude-sonnet-4-6"})
  void newer_claude_models_decide_how_long_they_think(String model) throws Exception {
    var body = thinking("anthropic", model);
    assertThat(body.at("/thinking/type").asString()).isEqualTo("adaptive");
    assertThat(body.at("/thinking/display").asString()).isEqualTo("summarized");
    assertThat(body.at("/thinking").has("budget_tokens")).isFalse();
    assertThat(body.at("/output_config/effort").asString()).isEqualTo("high");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-sonnet-4-5",
        "claude-haiku-4-5-20251001",
        "claude-opus-4-1",
        "claude-sonnet-4-20250514",
        "claude-3-7-sonnet-latest",
        "glm-5"
      })
  void older_ones_and_strangers_are_told(String model) throws Exception {
    var body = thinking("anthropic", model);
    assertThat(body.at("/thinking/type").asString()).isEqualTo("enabled");
    assertThat(body.at("/thinking/budget_tokens").asInt(0))
        .isGreaterThanOrEqualTo(1024)
        .isLessThan(body.path("max_tokens").asInt(0));
    assertThat(body.has("output_config")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"gemini-2.5-pro,false", "gemini-3.5-flash,true", "gemini-flash-latest,true"})
  void gemini_is_told_in_words_from_its_third_generation_on(String model, boolean word)
      throws Exception {
    var thinking = thinking("google", model).at("/generationConfig/thinkingConfig");
    assertThat(thinking.path("includeThoughts").asBoolean(false)).isTrue();
    assertThat(thinking.has("thinkingBudget")).isEqualTo(!word);
    assertThat(thinking.path("thinkingLevel").asString("-")).isEqualTo(word ? "high" : "-");
  }

  @ParameterizedTest
  @CsvSource({"gemini-2.5-pro,false", "gemini-3.5-flash,true", "gemini-flash-latest,true"})
  void calls_that_another_model_made_are_told_to_be_so(String model, boolean told)
      throws Exception {
    var asked = prompt(text("Yes."));
    var calls =
        List.<Part>of(
            new Part.Call("c1", "look", "{}", null), new Part.Call("c2", "look", "{}", null));
    var turns =
        List.of(
            new Turn.Asked("First."),
            new Turn.Answered(calls),
            new Turn.Results(
                List.of(
                    new Turn.Result("c1", "look", "a", false),
                    new Turn.Result("c2", "look", "b", false))),
            asked.turns().getFirst());
    var body = sent("google", model, new Prompt("", turns, asked.tools(), asked.settings()));
    assertThat(body.at("/contents/1/parts/0").has("thoughtSignature")).isEqualTo(told);
    assertThat(body.at("/contents/1/parts/1").has("thoughtSignature")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "gpt-5.5,true",
    "o4-mini,true",
    "gpt-6-sol,true",
    "gpt-4.1,false",
    "gpt-5-chat-latest,false"
  })
  void only_who_thinks_is_asked_for_sealed_thoughts(String model, boolean thinks) throws Exception {
    var body = sent("openai", model, prompt(text("Yes.")));
    assertThat(body.has("include")).isEqualTo(thinks);
    assertThat(body.has("reasoning")).isFalse();
    assertThat(thinking("openai", model).at("/reasoning/effort").asString()).isEqualTo("high");
  }

  @ParameterizedTest
  @CsvSource({
    "openai-chat,max_completion_tokens,true",
    "endpoint,max_tokens,true",
    "ollama,max_tokens,true",
    "mistral,max_tokens,false"
  })
  void compatible_servers_are_asked_in_words_that_they_know(
      String provider, String limit, boolean counts) throws Exception {
    var body = sent(provider, "any", prompt(text("Yes.")));
    assertThat(body.has(limit)).isTrue();
    assertThat(body.has("stream_options")).isEqualTo(counts);
    assertThat(body.has("reasoning_effort")).isFalse();
    assertThat(thinking(provider, "any").path("reasoning_effort").asString()).isEqualTo("high");
  }

  @Test
  void a_token_of_anthropic_is_no_key() throws Exception {
    var anthropic = Providers.find("anthropic").orElseThrow();
    var env = Map.of("ANTHROPIC_AUTH_TOKEN", "t", "ANTHROPIC_BASE_URL", llm.url());
    var model = new Providers(wire).model(anthropic, "any", env::get);
    model.ask(prompt(text("Yes.")), Model.Listener.NONE);
    var headers = llm.exchanges().getLast().headers();
    assertThat(headers).containsEntry("authorization", "Bearer t").doesNotContainKey("x-api-key");
    assertThat(headers).containsEntry("anthropic-version", "2023-06-01");
  }

  @Test
  void anthropic_keeps_what_does_not_change_and_is_given_four_marks_at_most() throws Exception {
    var asked = prompt(look("a"), look("b"), look("c"), text("Done."));
    for (int turn = 0; turn < 3; turn++) {
      asked = further(asked, ask(Dialects.ANTHROPIC, asked));
    }
    ask(Dialects.ANTHROPIC, asked);
    var body = sent();
    assertThat(body.toString().split("cache_control", -1)).hasSize(5);
    assertThat(body.at("/system/0").has("cache_control")).isTrue();
    assertThat(body.at("/tools/0").has("cache_control")).isTrue();
    assertThat(body.at("/messages/6/content/0").has("cache_control")).isTrue();
    assertThat(body.at("/messages/4/content/0").has("cache_control")).isTrue();
  }

  @Test
  void what_is_sent_again_begins_with_the_same_bytes_so_that_caches_can_help() throws Exception {
    for (var dialect : Dialects.values()) {
      var asked = prompt(look("a"), text("Done."));
      var reply = ask(dialect, asked);
      var first =
          turns(dialect).toString().replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
      ask(dialect, further(asked, reply));
      var second =
          turns(dialect).toString().replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
      assertThat(second).startsWith(first.substring(0, first.length() - 1));
    }
  }

  private JsonNode turns(Dialects dialect) {
    return switch (dialect) {
      case ANTHROPIC, CHAT, ENDPOINT -> sent().path("messages");
      case RESPONSES -> sent().path("input");
      case GEMINI -> sent().path("contents");
    };
  }
}
