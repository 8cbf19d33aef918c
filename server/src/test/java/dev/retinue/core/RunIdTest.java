package dev.retinue.core;

import static dev.retinue.core.Hostile.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId.Prefix;
import java.util.HashSet;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdTest {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  @ParameterizedTest
  @ValueSource(strings = {"agent-" + LETTERS, "sp_234567" + "abcdefghijklmnopqrst"})
  void an_id_reads_the_same_in_any_case_and_with_space_around_it(String text) {
    var id = new RunId(text);
    assertThat(RunId.of(text)).isEqualTo(id);
    assertThat(RunId.of("  " + text.toUpperCase(Locale.ROOT) + "\n")).isEqualTo(id);
    assertThat(id).hasToString(text);
  }

  @Test
  void a_new_one_has_the_prefix_that_was_asked_for_and_is_not_met_again() {
    var random = new SplittableRandom(1);
    var met = new HashSet<RunId>();
    for (int i = 0; i < 10_000; i++) {
      assertThat(met.add(RunId.random(Prefix.SPAWN, random))).isTrue();
    }
    assertThat(met).allMatch(id -> id.text().startsWith("sp_"));
    assertThat(RunId.random(Prefix.AGENT, random).text()).startsWith("agent-");
  }

  /// 26 letters of 32 each: 130 bits, if every letter can stand in every place.
  @Test
  void every_letter_stands_in_every_place() {
    var random = new SplittableRandom(2);
    var seen = new HashSet<String>();
    for (int i = 0; i < 2_000; i++) {
      var letters = RunId.random(Prefix.SPAWN, random).text().substring("sp_".length());
      for (int place = 0; place < letters.length(); place++) {
        seen.add(place + ":" + letters.charAt(place));
      }
    }
    assertThat(seen).hasSize(26 * 32);
  }

  @ParameterizedTest
  @FieldSource("dev.retinue.core.Hostile#TEXTS")
  void what_cannot_be_an_id_names_no_run(String text) {
    refused(ErrorCode.NOT_FOUND, () -> RunId.of(text));
    refused(ErrorCode.NOT_FOUND, () -> new RunId(text));
    refused(ErrorCode.NOT_FOUND, () -> RunId.of("agent-" + text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent-1",
        "agent-" + LETTERS + "a",
        "agent-abcdefghijklmnopqrstuvwxy",
        "agent-abcdefghijklmnopqrstuvwxy1",
        "spawn_" + LETTERS,
        LETTERS,
        "agent-" + LETTERS + "\nagent-" + LETTERS
      })
  void what_is_almost_an_id_names_no_run(String text) {
    refused(ErrorCode.NOT_FOUND, () -> RunId.of(text));
  }

  @Test
  void the_exact_form_is_the_only_one_that_is_kept() {
    refused(ErrorCode.NOT_FOUND, () -> new RunId("AGENT-" + LETTERS));
    refused(ErrorCode.NOT_FOUND, () -> new RunId("agent-" + LETTERS + " "));
    refused(ErrorCode.NOT_FOUND, () -> new RunId("agent-" + LETTERS + "\n"));
  }
}
