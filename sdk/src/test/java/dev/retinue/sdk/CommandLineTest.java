package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The command line of an agent: flags, input, output, exit codes.
class CommandLineTest {
  private final Agent echo =
      Agent.named("echo").describedAs("Says it again.").does(ctx -> ctx.input());

  @ParameterizedTest
  @CsvSource({
    "--help --version --describe, Usage: echo",
    "--describe --version, echo 0.1.0",
    "--describe, trustLevel",
    "--nonsense --help, Usage: echo",
    "--mcp --describe, mcpSupported"
  })
  void help_comes_before_version_before_description_and_all_of_them_are_no_failure(
      String args, String shown) {
    var outcome = Trial.of(echo).run(args.split(" "));
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains(shown);
  }

  @Test
  void a_file_counts_more_than_a_text_and_a_text_more_than_standard_input(@TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve("task.txt"), "from the file");
    var trial = Trial.of(echo).in(folder).input("from standard input");
    assertThat(trial.run("--context", "text", "--context-file", "task.txt").out())
        .isEqualTo("from the file\n");
    assertThat(trial.run("--context=text").out()).isEqualTo("text\n");
    assertThat(trial.run().out()).isEqualTo("from standard input\n");
    assertThat(trial.run("--context-file", "-").out()).isEqualTo("from standard input\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--wat                      | There is no option '--wat'",
        "-x 1                       | There is no option '-x'",
        "--context                  | --context needs a value",
        "--timeout --quiet          | --timeout needs a value",
        "--timeout soon             | must be a number of seconds",
        "--timeout 0                | must be a number of seconds",
        "--output-format xml        | can be text or json",
        "--max-depth deep           | must be a number",
        "word                       | belongs to no option",
        "--help=1 --wat             | --help takes no value",
        "--context-file missing.txt | There is no file"
      })
  void wrong_use_is_exit_code_2_with_a_sentence(String args, String sentence) {
    var outcome = Trial.of(echo).run(args.strip().split(" "));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("[agent:echo] error: ").contains(sentence);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void all_that_is_wrong_is_said_together() {
    var agent = Agent.named("a").option(Option.text("from", "A place").needed());
    var outcome = Trial.of(agent).run("--wat", "--why", "--output-format=xml");
    assertThat(outcome.err())
        .contains("--wat", "--why", "--from is needed: A place", "can be text or json");
  }

  @Test
  void what_is_given_and_wrong_is_not_said_to_be_missing_too() {
    var agent =
        Agent.named("a").option(Option.integer("top", "").needed(), Option.text("to", "").needed());
    assertThat(Trial.of(agent).run("--top", "x").err())
        .isEqualTo("[agent:a] error: --top: 'x' is no whole number.\n--to is needed.\n");
  }

  record Switches(boolean loud, @Nullable Boolean often) {}

  @Test
  void a_boolean_of_a_record_is_a_flag_that_may_be_left_out() {
    var agent =
        Agent.named("a")
            .takesNoContext()
            .takes(Switches.class)
            .does(ctx -> ctx.options(Switches.class).toString());
    assertThat(Trial.of(agent).run().out()).isEqualTo("Switches[loud=false, often=null]\n");
    assertThat(Trial.of(agent).run("--loud").out()).isEqualTo("Switches[loud=true, often=null]\n");
  }

  @Test
  void help_says_of_an_option_what_there_is_to_say() {
    var agent =
        Agent.named("a")
            .option(Option.oneOf("tone", "", "low", "high").orElse("low"), Option.text("to", ""));
    assertThat(Trial.of(agent).run("--help").out().lines().map(String::strip))
        .contains("--tone <string>            one of low, high (low)", "--to <string>");
  }

  record Odd(Object anything) {}

  @Test
  void a_record_that_cannot_be_options_is_refused_with_what_can() {
    assertThatThrownBy(() -> Agent.named("a").takes(Odd.class))
        .hasMessageContaining("'anything'")
        .hasMessageContaining("texts, numbers, booleans, enums");
  }

  @Test
  void an_error_of_the_jvm_is_named_itself() {
    var agent =
        Agent.named("a")
            .takesNoContext()
            .does(
                _ -> {
                  throw new StackOverflowError();
                });
    var outcome = Trial.of(agent).run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("[agent:a] error: StackOverflowError\n");
  }

  @Test
  void options_are_given_in_three_ways_and_have_the_types_that_they_say() {
    var agent =
        Agent.named("a")
            .option(Option.text("name", "").alias("n"), Option.integer("count", "").orElse("3"))
            .option(Option.flag("loud", "").alias("l"), Option.list("tag", ""))
            .option(Option.oneOf("level", "", "low", "high").orElse("low"))
            .does(
                ctx ->
                    "%s %d %s %s %s"
                        .formatted(
                            ctx.option("name"),
                            ctx.integer("count"),
                            ctx.flag("loud"),
                            ctx.list("tag"),
                            ctx.option("level")));
    assertThat(Trial.of(agent).run("--name", "x").out()).isEqualTo("x 3 false [] low\n");
    assertThat(
            Trial.of(agent)
                .run("-n", "x", "--count=-4", "-l", "--tag", "a", "--tag=b", "--level", "high")
                .out())
        .isEqualTo("x -4 true [a, b] high\n");
    assertThat(Trial.of(agent).run("--count", "many").exitCode()).isEqualTo(2);
    assertThat(Trial.of(agent).run("--level", "huge").err()).contains("none of low, high");
  }

  record Where(String place, @dev.retinue.mcp.schema.Default("2") int maxFiles) {}

  @Test
  void options_can_be_the_components_of_a_record() {
    var agent =
        Agent.named("a").takes(Where.class).does(ctx -> ctx.options(Where.class).toString());
    assertThat(Trial.of(agent).run("--place", "here", "--max-files", "7").out())
        .isEqualTo("Where[place=here, maxFiles=7]\n");
    assertThat(Trial.of(agent).run("--place", "here").out()).contains("maxFiles=2");
    assertThat(Trial.of(agent).run().exitCode()).isEqualTo(2);
  }

  @Test
  void an_agent_that_needs_something_to_work_on_does_not_begin_without() {
    var outcome = Trial.of(echo.needsContext()).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("needs something to work on");
  }

  @Test
  void json_has_the_result_and_what_else_there_is() {
    var agent =
        Agent.named("a")
            .does(
                ctx -> {
                  ctx.warn("careful");
                  return Answer.of(Map.of("lines", List.of(1, 2))).with("took", "long");
                });
    var outcome = Trial.of(agent).run("--output-format", "json");
    assertThat(Json.WIRE.readTree(outcome.out()))
        .isEqualTo(
            Json.WIRE.readTree(
                "{\"result\":{\"lines\":[1,2]},\"metadata\":{\"took\":\"long\"},\"warnings\":[\"careful\"]}"));
    assertThat(Trial.of(agent).run().err()).contains("[agent:a] warning: careful");
  }

  @Test
  void a_failure_is_told_in_json_too() {
    var agent = Agent.named("a").does(ctx -> Answer.of("half").error("the other half is missing"));
    var outcome = Trial.of(agent).run("--output-format", "json");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out())
        .isEqualTo("{\"result\":\"half\",\"error\":\"the other half is missing\"}\n");
  }

  @Test
  void exit_codes_say_what_went_wrong() {
    assertThat(exitCode(ctx -> "fine")).isZero();
    assertThat(
            exitCode(
                ctx -> {
                  throw new IllegalStateException("broken");
                }))
        .isEqualTo(1);
    assertThat(
            exitCode(
                ctx -> {
                  throw new AccessDeniedException("/etc/shadow");
                }))
        .isEqualTo(4);
    assertThat(
            exitCode(
                ctx -> {
                  throw new AgentException(17, "as I like");
                }))
        .isEqualTo(17);
    assertThat(exitCode(ctx -> ctx.ask("Really?"))).isEqualTo(4);
    assertThat(exitCode(ctx -> ctx.confirm("Really?") ? "yes" : "no", "--yes")).isZero();
  }

  private static int exitCode(Work work, String... args) {
    return Trial.of(Agent.named("a").takesNoContext().does(work)).run(args).exitCode();
  }

  @Test
  void work_that_never_ends_ends_with_exit_code_3_even_if_it_is_deaf() {
    var forever = new CountDownLatch(1);
    var agent =
        Agent.named("a")
            .does(
                ctx -> {
                  while (true) {
                    try {
                      forever.await();
                    } catch (InterruptedException e) {
                      // Deaf.
                    }
                  }
                });
    var outcome = Trial.of(agent).run("--timeout", "1");
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(outcome.err()).contains("Timeout after 1s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--quiet", "--verbose"})
  void progress_goes_to_standard_error_unless_it_is_not_wanted(String flag) {
    var agent =
        Agent.named("a")
            .does(
                ctx -> {
                  ctx.progress("half way");
                  return "done";
                });
    var outcome = Trial.of(agent).run(flag);
    assertThat(outcome.out()).isEqualTo("done\n");
    assertThat(outcome.err()).isEqualTo(flag.equals("--quiet") ? "" : "[agent:a] half way\n");
  }

  @Test
  void an_agent_that_did_not_say_so_is_no_server() {
    var outcome = Trial.of(echo).run("--mcp");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("MCP mode is not supported by this agent");
  }
}
