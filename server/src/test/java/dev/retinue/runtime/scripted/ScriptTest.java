package dev.retinue.runtime.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {
  static Stream<Arguments> steps() {
    return Stream.of(
        Arguments.of("say Good morning.", new Step.Say("Good morning.")),
        Arguments.of("  say\tGood # morning  ", new Step.Say("Good # morning")),
        Arguments.of("think {prompt}?", new Step.Think("{prompt}?")),
        Arguments.of("call tests -> 214 passed", call("{}", "214 passed", false)),
        Arguments.of("call tests ->", call("{}", "", false)),
        Arguments.of("call tests->failed: 1 red", call("{}", "1 red", true)),
        Arguments.of("call tests { } -> ok", call("{ }", "ok", false)),
        Arguments.of(
            "call tests {\"a\":\"-> }\"}-> b -> c", call("{\"a\":\"-> }\"}", "b -> c", false)),
        Arguments.of(
            "call tests {\"a\":{\"ü\":[1]}} -> ü", call("{\"a\":{\"ü\":[1]}}", "ü", false)),
        Arguments.of("take 200ms", new Step.Take(Duration.ofMillis(200))),
        Arguments.of("take 1.5s", new Step.Take(Duration.ofMillis(1500))),
        Arguments.of("take 0s", new Step.Take(Duration.ZERO)),
        Arguments.of("take 90m", new Step.Take(Duration.ofMinutes(90))),
        Arguments.of("take 24h", new Step.Take(Duration.ofHours(24))),
        Arguments.of("ask Which?", new Step.Ask("Which?")),
        Arguments.of("permission go on", new Step.Permission("go on")),
        Arguments.of("spend 0.02", new Step.Spend(usage("0.02", 0, 0))),
        Arguments.of("spend $2 in 1200 out 300 tokens", new Step.Spend(usage("2", 1200, 300))),
        Arguments.of("spend 0 out 7", new Step.Spend(usage("0", 0, 7))),
        Arguments.of(
            "spend unpriced in 5", new Step.Spend(new Usage(Money.ZERO, true, 5, 0, 0, 1))),
        Arguments.of("charge 0.000000001", new Step.Charge(usage("0.000000001", 0, 0))),
        Arguments.of("print 7b", new Step.Print(7)),
        Arguments.of("print 64 KB", new Step.Print(65_536)),
        Arguments.of("print 1gb", new Step.Print(1 << 30)),
        Arguments.of("deliver # Report", new Step.Deliver("# Report")),
        Arguments.of("start a-1: b: c", new Step.Start("a-1", "b: c")),
        Arguments.of("await", new Step.Await()),
        Arguments.of("learn a.b = c = d", new Step.Learn("a.b", "c = d")),
        Arguments.of("complete Done.", new Step.Complete("Done.")),
        Arguments.of("assume Done.", new Step.Assume("Done.")),
        Arguments.of(
            "fail invalid_output No JSON.",
            new Step.Fail(FailureReason.INVALID_OUTPUT, "No JSON.")),
        Arguments.of("crash", new Step.Crash()),
        Arguments.of("hang", new Step.Hang()),
        Arguments.of("ignore-stop 3s", new Step.IgnoreStop(Duration.ofSeconds(3))));
  }

  private static Step call(String input, String output, boolean failed) {
    return new Step.Call("tests", input, output, failed);
  }

  private static Usage usage(String usd, long in, long out) {
    return new Usage(Money.usd(usd), false, in, out, 0, 1);
  }

  @ParameterizedTest
  @MethodSource("steps")
  void a_line_is_a_step(String line, Step step) {
    assertThat(Script.parse(line)).isEqualTo(new Script(true, List.of(step)));
  }

  @Test
  void every_kind_of_step_is_in_this_table() {
    var here = steps().map(it -> Objects.requireNonNull(it.get()[1]).getClass()).toList();
    assertThat(Step.class.getPermittedSubclasses())
        .filteredOn(kind -> !kind.equals(Step.Repeat.class))
        .isSubsetOf(here.toArray(Class<?>[]::new));
  }

  @Test
  void empty_lines_comments_and_the_ends_of_lines_of_every_system_mean_nothing() {
    var script = "\uFEFF\r\n# one\r\n\tsay a\r\n\n   #two \"\"\"\rsay b\n\n";
    assertThat(Script.parse(script).steps()).containsExactly(new Step.Say("a"), new Step.Say("b"));
    assertThat(Script.parse("").steps()).isEmpty();
    assertThat(Script.parse("# nothing to do").steps()).isEmpty();
  }

  @Test
  void a_block_of_text_keeps_its_lines_and_loses_the_indentation_they_share() {
    var script =
        """
        repeat 2
          start other: \"""
              # no comment

                say no step
              \"""
        end
        say \"""
        \"quoted\"
        \"""
        """;
    assertThat(Script.parse(script).steps())
        .containsExactly(
            new Step.Repeat(2, List.of(new Step.Start("other", "# no comment\n\n  say no step"))),
            new Step.Say("\"quoted\""));
  }

  @Test
  void repetitions_stand_inside_one_another() {
    assertThat(Script.parse("repeat 2\nsay a\nrepeat 3\nsay b\nend\nend\nsay c").steps())
        .containsExactly(
            new Step.Repeat(
                2, List.of(new Step.Say("a"), new Step.Repeat(3, List.of(new Step.Say("b"))))),
            new Step.Say("c"));
  }

  @ParameterizedTest
  @CsvSource({"resumable: no,false", "resumable:  yes,true", "'# first\n\nresumable: no',false"})
  void whether_it_can_be_resumed_stands_at_the_top(String top, boolean resumable) {
    assertThat(Script.parse(top + "\nsay a"))
        .isEqualTo(new Script(resumable, List.of(new Step.Say("a"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sya hello|there is no step 'sya'; did you mean 'say'?",
        "Complete it|there is no step 'Complete'; did you mean 'complete'?",
        "SAY it|there is no step 'SAY'; did you mean 'say'?",
        "ned|there is no step 'ned'; did you mean 'end'?",
        "teleport home|there is no step 'teleport'; there is ask, assume, await, call, charge,",
        "take forever|'take forever' cannot be understood; it is written like this: take 2s",
        "take -1s|written like this: take 2s",
        "take 25h|written like this: take 2s",
        "take 99999999h|written like this: take 2s",
        "say|written like this: say Good morning.",
        "spend much|written like this: spend 0.02 in 1200 out 300",
        "spend -1|written like this: spend",
        "spend 1e9|written like this: spend",
        "charge 1 in -5|written like this: charge",
        "print 2gb|written like this: print 10mb",
        "print 9999999999gb|written like this: print 10mb",
        "print much|written like this: print 10mb",
        "start researcher|written like this: start researcher: ",
        "start ../x: y|written like this: start researcher: ",
        "learn it|written like this: learn model=small-1",
        "learn started/1=x|written like this: learn model=small-1",
        "await nothing|written like this: await",
        "crash now|written like this: crash",
        "call|written like this: call search",
        "call tests|written like this: call search",
        "call tests {} and more -> x|written like this: call search",
        "call tests {\"a\": } -> x|the input of 'call' is not JSON",
        "call tests {\"a\": -> x|the input of 'call' is not JSON",
        "fail|written like this: fail error",
        "fail eror It broke.|there is no reason to fail 'eror'; did you mean 'error'?",
        "fail badly It broke.|there is no reason to fail 'badly'; there is error, timeout,",
        "end|there is nothing to end here",
        "repeat 3|this 'repeat' has no end",
        "repeat 0|written like this: repeat 3",
        "repeat 9999999|written like this: repeat 3",
        "say \"\"\"|the block of text that begins here has no end",
        "say \"\"\"a\"\"\"|a block of text begins after \"\"\" on the next line",
        "resumable: no|'resumable:' stands once, above the first step.",
      })
  void what_cannot_be_read_is_refused_with_its_line_and_a_way_out(String line, String sentence) {
    assertThatThrownBy(() -> Script.parse("say a\n# comment\n" + line + "\nsay b"))
        .asInstanceOf(InstanceOfAssertFactories.type(RetinueException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .extracting(Throwable::getMessage, InstanceOfAssertFactories.STRING)
        .startsWith("Line 3 of the script: ")
        .contains(sentence);
  }

  @Test
  void the_lines_after_a_block_keep_their_numbers() {
    refused("say \"\"\"\na\nb\n\"\"\"\nsya c").hasMessageStartingWith("Line 5 of the script: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"resumable:", "resumable: maybe", "resumable: no no"})
  void resumable_is_yes_or_no(String line) {
    refused(line).hasMessage("Line 1 of the script: 'resumable:' is followed by yes or no.");
  }

  @Test
  void what_a_hostile_script_says_is_shown_short_and_without_what_a_terminal_obeys() {
    refused("\u001b[2J\u0007" + "x".repeat(500_000))
        .hasMessageStartingWith("Line 1 of the script: there is no step '?[2J?xxx")
        .hasMessageNotContainingAny("\u001b", "\u0007")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  @Test
  void there_is_a_limit_to_everything_that_can_be_large() {
    refused("#".repeat((1 << 20) + 1)).hasMessageContaining("1048576 are allowed");
    refused("repeat 2\n".repeat(9)).hasMessageContaining("more than 8 repeats inside one another");
    refused("repeat 999999\nrepeat 999999\nrepeat 999999\nend\nend\nend")
        .hasMessageStartingWith("Line 2 of the script: ")
        .hasMessageContaining("more than 1000000 steps");
    refused("call tests " + "{\"a\":".repeat(5000) + " -> x").hasMessageContaining("not JSON");
  }

  @Test
  void many_lines_and_many_arrows_are_read_in_one_pass() {
    assertThat(Script.parse("say a\n".repeat(170_000)).steps()).hasSize(170_000);
    var arrows = "call tests {\"a\":\"" + "-> ".repeat(300_000) + "\"} -> x";
    assertThat(Script.parse(arrows).steps()).hasSize(1);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(String script) {
    return assertThatThrownBy(() -> Script.parse(script)).isInstanceOf(RetinueException.class);
  }
}
