package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.runtime.cli.Trouble.Kind;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.gemini.Gemini;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.runtime.cli.opencode.OpenCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What became of a program: by its ending, its last word and the trouble in it, together.
final class OutcomeTest {
  private static final List<Profile> PROFILES =
      List.of(new Claude(), new Codex(), new Gemini(), new OpenCode());

  private static final Tale SILENT = Tale.NONE;
  private static final Tale DONE =
      SILENT.with(new Seen.Text("It is done.")).with(new Seen.Ended(null, null));
  private static final Tale TROUBLED =
      SILENT.with(new Seen.Ended("x", new Trouble(Kind.QUOTA, "no more today")));

  @ParameterizedTest
  @CsvSource({
    "0, done, done",
    "0, silent, INVALID_OUTPUT",
    "0, troubled, QUOTA",
    "1, done, CRASH",
    "1, silent, CRASH",
    "1, troubled, QUOTA",
    "127, silent, NOT_INSTALLED",
    "137, done, CRASH",
    "143, silent, CRASH",
    "153, silent, CRASH",
    "-1, done, CRASH",
  })
  void every_program_is_judged_by_all_three(int exitCode, String said, String expected) {
    var tale =
        switch (said) {
          case "done" -> DONE;
          case "troubled" -> TROUBLED;
          default -> SILENT;
        };
    for (var profile : PROFILES) {
      assertThat(word(Outcome.of(profile, exitCode, tale, "")))
          .as(profile.name())
          .isEqualTo(expected);
    }
  }

  @Test
  void a_program_of_plain_text_needs_no_last_word_but_a_good_end() {
    var plain = new AnyProgram();
    var said = SILENT.with(new Seen.Piece("one\n")).with(new Seen.Piece("two\n"));
    assertThat(Outcome.of(plain, 0, said, "")).isEqualTo(new Outcome.Done("one\ntwo"));
    assertThat(Outcome.of(plain, 0, SILENT, "")).isEqualTo(new Outcome.Done(""));
    assertThat(word(Outcome.of(plain, 1, said, "oh"))).isEqualTo("CRASH");
  }

  @ParameterizedTest
  @CsvSource({
    "41, AUTH",
    "53, BUDGET",
    "55, PERMISSION",
    "145, AUTH",
    "173, QUOTA",
    "247, OVERLOAD"
  })
  void gemini_speaks_by_its_exit_code(int exitCode, String expected) {
    assertThat(word(Outcome.of(new Gemini(), exitCode, SILENT, ""))).isEqualTo(expected);
    var vague = SILENT.with(new Seen.Ended(null, new Trouble(Kind.ERROR, "it went wrong")));
    assertThat(word(Outcome.of(new Gemini(), exitCode, vague, ""))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unexpected status 401 Unauthorized: bad key | AUTH",
        "exceeded retry limit, last status: 429 Too Many Requests | QUOTA",
        "[API Error: {\"error\":{\"code\": 503,\"message\":\"x\"}}] | OVERLOAD",
        "Not logged in · Please run /login | AUTH",
        "Your refresh token has expired. Please log in again. | AUTH",
        "API key not valid. Please pass a valid API key. | AUTH",
        "Missing environment variable: `OPENAI_API_KEY`. | AUTH",
        "You’ve hit your usage limit. Try again later. | QUOTA",
        "RESOURCE_EXHAUSTED | QUOTA",
        "Overloaded | OVERLOAD",
        "Selected model is at capacity. | OVERLOAD",
        "Request timed out | TIMEOUT",
        "the file has 401 lines | ERROR",
      })
  void words_of_programs_are_told_apart(String words, Kind kind) {
    assertThat(Kind.ofWords(words)).isEqualTo(kind);
  }

  /// A caller decides by the reason, and reads the word.
  @Test
  void every_kind_of_trouble_has_a_reason_and_a_word_of_its_own() {
    assertThat(List.of(Kind.values())).extracting(Kind::word).doesNotHaveDuplicates();
    assertThat(Kind.BUDGET.reason()).isEqualTo(FailureReason.BUDGET);
    assertThat(Kind.TIMEOUT.reason()).isEqualTo(FailureReason.TIMEOUT);
    assertThat(Kind.find("not_installed")).contains(Kind.NOT_INSTALLED);
    assertThat(Kind.find("nonsense")).isEmpty();
  }

  private static String word(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done _ -> "done";
      case Outcome.Failed(var trouble) -> trouble.kind().name();
    };
  }
}
