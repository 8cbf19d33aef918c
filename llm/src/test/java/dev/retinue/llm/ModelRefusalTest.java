package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.ModelException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a refusal means, whoever says it, and how long to wait after it.
class ModelRefusalTest extends Contract {
  private static final Map<Kind, List<String>> SENTENCES =
      Map.of(
          Kind.CONTEXT,
          List.of(
              "prompt is too long: 208310 tokens > 200000 maximum",
              "input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000",
              "This model's maximum context length is 128000 tokens.",
              "Your input exceeds the context window of this model.",
              "The input token count (1100000) exceeds the maximum number of tokens allowed",
              "the request exceeds the available context size, try increasing it",
              "Trying to keep the first 9000 tokens when context the overflows.",
              "The decoder prompt (length 9) is longer than the maximum model length of 8"),
          Kind.NO_TOOLS,
          List.of(
              "registry.ollama.ai/library/gemma:latest does not support tools",
              "\"auto\" tool choice requires --enable-auto-tool-choice to be set",
              "tools param requires --jinja flag",
              "No endpoints found that support tool use.",
              "`tool calling` is not supported with this model",
              "This model does not support Function Calling"),
          Kind.QUOTA,
          List.of(
              "Your credit balance is too low to access the API",
              "You exceeded your current quota, please check your plan and billing details.",
              "Insufficient Balance"),
          Kind.AUTH,
          List.of("API key not valid. Please pass a valid API key."),
          Kind.INVALID,
          List.of("There is no model 'scripted'", "max_tokens must be at least 1"));

  @ParameterizedTest
  @EnumSource
  void sentences_of_those_who_all_say_400_are_told_apart(Dialects dialect) {
    SENTENCES.forEach(
        (kind, sentences) -> {
          for (var sentence : sentences) {
            var failure = failure(dialect, error(400, sentence));
            assertThat(failure.kind()).as(sentence).isEqualTo(kind);
            assertThat(failure.getMessage()).contains("400").contains(sentence);
            assertThat(failure.kind().passes()).isFalse();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void numbers_are_told_apart(Dialects dialect) {
    assertThat(failure(dialect, error(401, "who?")).kind()).isEqualTo(Kind.AUTH);
    assertThat(failure(dialect, error(402, "pay")).kind()).isEqualTo(Kind.QUOTA);
    assertThat(failure(dialect, error(403, "not you")).kind()).isEqualTo(Kind.AUTH);
    assertThat(failure(dialect, error(404, "no such model")).kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(failure(dialect, error(413, "too large")).kind()).isEqualTo(Kind.CONTEXT);
    var quota = dev.retinue.llm.scripted.Turn.error(429).saying("insufficient_quota", "no money");
    if (dialect != Dialects.GEMINI) { // It has no room for such a word.
      assertThat(failure(dialect, quota).kind()).isEqualTo(Kind.QUOTA);
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_is_said_is_a_sentence_and_another_may_follow(Dialects dialect) {
    assertThat(failure(dialect, error(401, "invalid key"))).hasMessageEndingWith(": invalid key.");
    assertThat(failure(dialect, error(401, "Who are you?"))).hasMessageEndingWith(" you?");
    assertThat(failure(dialect, error(401, "Not you."))).hasMessageEndingWith(" you.");
  }

  @ParameterizedTest
  @EnumSource
  void what_passes_is_told_apart_from_what_does_not(Dialects dialect) {
    for (int status : new int[] {408, 409, 425, 429, 500, 502, 503, 504, 520, 529}) {
      var failure = failure(dialect, error(status, "busy"));
      assertThat(failure.kind().passes()).as("%d", status).isTrue();
      assertThat(failure.retryAfter()).isEmpty();
    }
    assertThat(failure(dialect, error(429, "slow")).kind()).isEqualTo(Kind.RATE_LIMIT);
    assertThat(failure(dialect, error(529, "busy")).kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(failure(dialect, error(408, "late")).kind()).isEqualTo(Kind.TIMEOUT);
  }

  @ParameterizedTest
  @EnumSource
  void how_long_to_wait_is_understood_however_it_is_said(Dialects dialect) {
    var limit = dev.retinue.llm.scripted.Turn.error(429);
    assertThat(pause(dialect, limit.retryAfter(Duration.ofSeconds(7)))).hasSeconds(7);
    assertThat(pause(dialect, limit.header("retry-after-ms", "1500"))).hasMillis(1500);
    assertThat(pause(dialect, limit.header("Retry-After", "0.5"))).hasMillis(500);
    assertThat(
            pause(dialect, error(503, "").header("Retry-After", "Sun, 15 Nov 2026 12:01:30 GMT")))
        .hasSeconds(90);
    assertThat(
            pause(dialect, error(503, "").header("Retry-After", "Sun, 15 Nov 2026 11:00:00 GMT")))
        .isZero();
    assertThat(pause(dialect, error(429, "Please try again in 1.2s."))).hasMillis(1200);
    assertThat(pause(dialect, error(429, "Please try again in 20ms."))).hasMillis(20);
    assertThat(pause(dialect, limit.retryAfter(Duration.ofDays(400)))).hasDays(1);
  }

  private Duration pause(Dialects dialect, dev.retinue.llm.scripted.Turn turn) {
    return failure(dialect, turn).retryAfter().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_that_is_none_is_no_wait(Dialects dialect) {
    for (var odd : List.of("soon", "-5", "NaN", "Infinity", "")) {
      var failure =
          failure(dialect, dev.retinue.llm.scripted.Turn.error(429).header("Retry-After", odd));
      assertThat(failure.retryAfter().orElse(Duration.ZERO))
          .isBetween(Duration.ZERO, Duration.ofDays(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void trouble_in_the_middle_of_an_answer_is_told_apart_too(Dialects dialect) {
    assertThat(inTheMiddle(dialect, "overloaded_error", "Overloaded")).isEqualTo(Kind.OVERLOADED);
    assertThat(inTheMiddle(dialect, "server_error", "oops")).isEqualTo(Kind.OVERLOADED);
    assertThat(inTheMiddle(dialect, "rate_limit_exceeded", "slow")).isEqualTo(Kind.RATE_LIMIT);
    assertThat(inTheMiddle(dialect, "insufficient_quota", "no")).isEqualTo(Kind.QUOTA);
    assertThat(inTheMiddle(dialect, "context_length_exceeded", "long")).isEqualTo(Kind.CONTEXT);
    assertThat(inTheMiddle(dialect, "invalid_request_error", "no")).isEqualTo(Kind.INVALID);
  }

  private Kind inTheMiddle(Dialects dialect, String word, String message) {
    var begun = dialect.saying("Half").getFirst().replace("\"STOP\"", "null");
    return failure(dialect, events(List.of(begun, dialect.failing(word, message)))).kind();
  }

  @ParameterizedTest
  @EnumSource
  void a_long_refusal_is_shortened_and_a_page_is_one_too(Dialects dialect) {
    assertThat(failure(dialect, error(400, "🎩".repeat(10_000))).getMessage())
        .hasSizeLessThan(600)
        .endsWith("🎩…");
    var page = "<html><title>502 Bad Gateway</title></html>";
    var turn = dev.retinue.llm.scripted.Turn.raw("text/html", page);
    var wrong = failure(dialect, turn);
    assertThat(wrong.kind()).isEqualTo(Kind.INVALID);
    assertThat(wrong.getMessage()).contains(llm.url());
  }

  @Test
  void google_calls_a_quota_what_passes_in_a_minute_and_what_passes_in_a_day() {
    var refusal =
        """
        {"error":{"code":429,"status":"RESOURCE_EXHAUSTED",
          "message":"You exceeded your current quota, please check your plan and billing details.",
          "details":[{"violations":[{"quotaId":"GenerateRequests%sPerProjectPerModel-FreeTier"}]},
            {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}""";
    var minute = failure(Dialects.GEMINI, google(refusal.formatted("PerMinute")));
    assertThat(minute.kind()).isEqualTo(Kind.RATE_LIMIT);
    assertThat(minute.retryAfter()).contains(Duration.ofMillis(34_500));
    var day = failure(Dialects.GEMINI, google(refusal.formatted("PerDay")));
    assertThat(day.kind()).isEqualTo(Kind.QUOTA);
  }

  private static dev.retinue.llm.scripted.Turn google(String body) {
    return dev.retinue.llm.scripted.Turn.raw("application/json", body).status(429);
  }
}
