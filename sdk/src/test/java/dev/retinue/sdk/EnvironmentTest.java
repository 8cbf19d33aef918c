package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Variables, the configuration file, and what of both is secret.
class EnvironmentTest {
  @TempDir Path folder;

  private Trial trial(Agent agent, String config) throws IOException {
    var file = Files.writeString(folder.resolve("config.json"), config);
    return Trial.of(agent).env("SFA_CONFIG", file.toString());
  }

  @Test
  void all_variables_that_are_missing_are_named_together() {
    var agent =
        Agent.named("a")
            .env(Variable.required("ONE", "The first"), Variable.secret("TWO", "The second"))
            .env(Variable.optional("THREE", "The third"));
    var outcome = Trial.of(agent).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("ONE  The first").contains("TWO").doesNotContain("THREE");
  }

  @Test
  void the_process_counts_more_than_the_agent_s_namespace_than_all_agents_than_the_fallback()
      throws IOException {
    var agent =
        Agent.named("a")
            .env(Variable.optional("V", "").orElse("declared"))
            .does(ctx -> ctx.env("V").orElse("nothing"));
    var both =
        "{\"defaults\":{\"env\":{\"V\":\"all\"}},\"agents\":{\"a\":{\"env\":{\"V\":\"own\"}}}}";
    assertThat(trial(agent, both).env("V", "process").run().out()).isEqualTo("process\n");
    assertThat(trial(agent, both).run().out()).isEqualTo("own\n");
    assertThat(trial(agent, "{\"defaults\":{\"env\":{\"V\":\"all\"}}}").run().out())
        .isEqualTo("all\n");
    assertThat(trial(agent, "{}").run().out()).isEqualTo("declared\n");
  }

  @Test
  void a_configuration_that_is_missing_or_malformed_is_empty() throws IOException {
    var agent = Agent.named("a").does(ctx -> "works");
    var outcome = trial(agent, "{ \"apiKeys\": {\"openai\": \"sk-very-secret\"").run();
    assertThat(outcome.out()).isEqualTo("works\n");
    assertThat(outcome.err()).contains("counts as empty").doesNotContain("sk-very-secret");
  }

  @Test
  void the_time_is_said_by_the_flag_the_variable_the_agent_s_namespace_or_all_agents()
      throws IOException {
    var agent = Agent.named("a").does(ctx -> ctx.remaining().plusMillis(999).toSeconds());
    var both = "{\"defaults\":{\"timeout\":40},\"agents\":{\"a\":{\"timeout\":30}}}";
    assertThat(trial(agent, both).env("SFA_DEFAULTS_TIMEOUT", "20").run("--timeout", "10").out())
        .isEqualTo("10\n");
    assertThat(trial(agent, both).env("SFA_DEFAULTS_TIMEOUT", "20").run().out()).isEqualTo("20\n");
    assertThat(trial(agent, both).run().out()).isEqualTo("30\n");
    assertThat(trial(agent, "{\"defaults\":{\"timeout\":40}}").run().out()).isEqualTo("40\n");
    assertThat(trial(agent, "{}").run().out()).isEqualTo("120\n");
  }

  @Test
  void what_is_secret_stands_in_no_description_no_line_and_no_log() throws IOException {
    var agent =
        Agent.named("a")
            .env(Variable.secret("KEY", "A key"))
            .does(
                ctx -> {
                  ctx.progress("using " + ctx.env("KEY").orElseThrow());
                  throw new IllegalStateException("refused " + ctx.env("KEY").orElseThrow());
                });
    var log = folder.resolve("log.jsonl");
    var trial = Trial.of(agent).env("KEY", "hunter2-hunter2").env("SFA_LOG_FILE", log.toString());
    var outcome = trial.run("--verbose", "--context", "with hunter2-hunter2");
    assertThat(outcome.err()).contains("using ***").doesNotContain("hunter2");
    assertThat(Files.readString(log)).contains("with ***").doesNotContain("hunter2");
    assertThat(trial.run("--describe").out()).contains("\"KEY\"").doesNotContain("hunter2");
    assertThat(trial.run("--output-format", "json").out()).doesNotContain("hunter2");
  }

  @Test
  void one_call_is_one_line_of_the_log_and_none_if_it_is_not_wanted() throws IOException {
    var agent = Agent.named("a").version("2").does(ctx -> "out");
    var log = folder.resolve("log.jsonl");
    var trial = Trial.of(agent).env("SFA_LOG_FILE", log.toString()).env("SFA_SESSION_ID", "s-1");
    trial.run("--context", "in");
    trial.run("--no-log");
    trial.env("SFA_NO_LOG", "1").run();
    assertThat(Files.readAllLines(log)).hasSize(1);
    assertThat(Files.readString(log))
        .contains("\"agent\":\"a\"", "\"version\":\"2\"", "\"exitCode\":0", "\"depth\":0")
        .contains("\"inputSummary\":\"in\"", "\"outputSummary\":\"out\"", "\"sessionId\":\"s-1\"");
  }

  @Test
  void setup_without_a_person_names_what_is_missing() {
    var agent = Agent.named("a").env(Variable.required("ONE", "The first"));
    assertThat(Trial.of(agent).run("--setup").exitCode()).isEqualTo(2);
    assertThat(Trial.of(agent).env("ONE", "1").run("--setup").exitCode()).isZero();
  }
}
