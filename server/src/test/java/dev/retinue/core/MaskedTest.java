package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.permission.Deed;
import dev.retinue.core.permission.Subject;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MaskedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "There is no agent 'rtn_0123456789abcdefghijABCDEFGHIJ0123456789abc'. | There is no agent 'rtn_***'.",
        "rtr_agent-abcdefghijklmnopqrstuvwxyz.3.AbC-_123456789012345678901234567890123456789 | rtr_***",
        "Authorization: Bearer abcdefgh12345678 | Authorization: Bearer ***",
        "authorization: bearer   abcdefgh12345678, x | authorization: bearer   ***, x",
        "Authorization: Basic dXNlcjpwYXNzd29yZA== | Authorization: Basic ***",
        "key=sk-ant-api03-abcdefgh_12345678 | key=sk-***",
        "?token=ghp_abcdefgh12345678&x=1 | ?token=ghp_***&x=1",
        "two: rtn_0123456789abc and sk-0123456789abc | two: rtn_*** and sk-***",
      })
  void what_looks_like_a_secret_is_not_shown(String text, String shown) {
    assertThat(Masked.of(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Send the header 'Authorization: Bearer <token>'; 'retinue serve' says where the token is.",
        "The task-based basic bearer of news asks.",
        "agent-abcdefghijklmnopqrstuvwxyz is no secret, nor is /home/ada/rtn_x.",
        "",
      })
  void everything_else_stays(String text) {
    assertThat(Masked.of(text)).isEqualTo(text);
  }

  @Test
  void no_refusal_carries_a_secret() {
    var refusal =
        new RetinueException(ErrorCode.NOT_FOUND, "There is no agent 'rtn_0123456789abcdef'.");

    assertThat(refusal.getMessage()).isEqualTo("There is no agent 'rtn_***'.");
    assertThat(refusal)
        .hasToString("dev.retinue.core.RetinueException: There is no agent 'rtn_***'.");
  }

  @Test
  void a_secret_of_several_lines_is_known_as_json_writes_it_and_by_its_lines() {
    var line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
    Masked.know("-----BEGIN PRIVATE KEY-----\n%s\nAnother4711\n".formatted(line));

    assertThat(
            Masked.withoutKnown("-----BEGIN PRIVATE KEY-----\n%s\nAnother4711\n".formatted(line)))
        .isEqualTo("***");
    assertThat(
            Masked.withoutKnown(
                "-----BEGIN PRIVATE KEY-----\\n%s\\nAnother4711\\n".formatted(line)))
        .isEqualTo("***");
    assertThat(Masked.withoutKnown("> %s <".formatted(line))).isEqualTo("> *** <");
    assertThat(Masked.withoutKnown("-----BEGIN PRIVATE KEY-----"))
        .isEqualTo("-----BEGIN PRIVATE KEY-----");
  }

  @Test
  void the_longest_is_masked_first() {
    Masked.know("part-of-it-17");
    Masked.know("part-of-it-17-and-the-rest");
    Masked.know("before-part-of-it-17");

    assertThat(Masked.withoutKnown("part-of-it-17-and-the-rest")).isEqualTo("***");
    assertThat(Masked.withoutKnown("before-part-of-it-17")).isEqualTo("***");
  }

  @Test
  void what_is_cut_leaves_no_half_of_a_secret() {
    var secret = "half-of-it-4711-and-the-other-half";
    Masked.know(secret);
    for (int before = 0; before < 40; before++) {
      var text = "x".repeat(before) + secret + "y".repeat(400);
      assertThat(Excerpt.of(text)).doesNotContain("half-of");
      var end = "y".repeat(400) + secret + "x".repeat(before);
      assertThat(Excerpt.endOf(end, 40)).doesNotContain("other-half");
    }
    var said = Dossier.EMPTY.said("x".repeat(190) + secret + "y".repeat(400));
    var line = new Subject.Command("x".repeat(990) + secret + "y".repeat(2_000));
    assertThat(new Deed(List.of("Bash"), List.of(line), "").shown()).doesNotContain("half-of");
    assertThat(said.recentOutput()).isEqualTo("x".repeat(190) + "***" + "y".repeat(7) + "...");
  }

  @Test
  void what_may_become_a_secret_is_not_read_before_it_is_whole() {
    Masked.know("whole-or-not-4711");
    assertThat(Masked.readable("It is whole-or-no")).isEqualTo("It is ".length());
    assertThat(Masked.readable("It is whol")).isEqualTo("It is ".length());
    assertThat(Masked.readable("It is who")).isEqualTo("It is who".length());
    assertThat(Masked.readable("It is whole-or-nothing"))
        .isEqualTo("It is whole-or-nothing".length());
    assertThat(Masked.readable("It is whole-or-not-4711"))
        .isEqualTo("It is whole-or-not-4711".length());
    assertThat(Masked.readable("")).isZero();
  }

  @Test
  void a_secret_that_ends_as_it_begins_is_not_cut_in_two() {
    Masked.know("pass-Tr0ub4dor-pass");
    assertThat(Masked.readable("It is pass-Tr0ub4dor-pass")).isEqualTo("It is ".length());
    var more = "It is pass-Tr0ub4dor-pass, as";
    assertThat(Masked.readable(more)).isEqualTo(more.length());
  }

  @Test
  void a_secret_of_several_short_lines_is_not_shown_on_one_line() {
    Masked.know("first-line-of-it\nsecond-line");
    var line = new Subject.Command("echo 'first-line-of-it\nsecond-line'");
    assertThat(new Deed(List.of("Bash"), List.of(line), "").shown()).isEqualTo("Bash: echo '***'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tab\tin-it-4711", "line\nin-it-4711", "ümlaut\u00a0in-it-4711"})
  void a_secret_is_masked_before_its_blanks_are_folded(String secret) {
    Masked.know(secret);
    assertThat(Excerpt.of(secret)).isEqualTo("***");
    assertThat(Excerpt.of("It is %s here".formatted(secret), 100)).isEqualTo("It is *** here");
    assertThat(Excerpt.endOf("It is\n%s".formatted(secret), 100)).isEqualTo("It is ***");
  }

  @Test
  void what_a_run_was_lent_is_known_in_the_threads_that_it_begins_too() throws Exception {
    var lent = new ByHeart(10, () -> {});
    lent.know("lent-to-one-4711");
    var here = new AtomicReference<>("");
    var there = new AtomicReference<>("");
    Masked.besides(
        lent,
        () -> {
          here.set(Masked.of("It is lent-to-one-4711"));
          var thread =
              Thread.ofVirtual()
                  .start(Masked.inheriting(() -> there.set(Masked.of("It is lent-to-one-4711"))));
          try {
            thread.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    assertThat(here).hasValue("It is ***");
    assertThat(there).hasValue("It is ***");
    assertThat(Masked.of("It is lent-to-one-4711")).isEqualTo("It is lent-to-one-4711");
  }

  @Test
  void long_text_is_masked_in_no_time() {
    var text = "bearer ".repeat(100_000) + "sk-".repeat(100_000);
    assertThat(Masked.of(text)).contains("***");
  }
}
