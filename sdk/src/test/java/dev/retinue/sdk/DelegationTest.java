package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents that let others work for them.
@Tag("e2e")
class DelegationTest {
  @TempDir Path folder;

  private Trial caller(String callee, String script) throws IOException {
    var file = Files.writeString(folder.resolve(callee), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    var agent = Agent.named("boss").does(ctx -> ctx.invoke("./" + callee, "the task").text());
    return Trial.of(agent).in(folder);
  }

  @Test
  void another_agent_gets_the_task_the_time_that_is_left_and_a_clean_environment()
      throws IOException {
    var trial =
        caller(
            "helper",
            """
            task=$(cat)
            printf '{"result":"%s|%s|%s|%s|%s"}' "$task" "$*" "$SFA_DEPTH" "$SFA_CALL_CHAIN" "$API_KEY"
            """);
    assertThat(trial.env("API_KEY", "secret").run("--timeout", "30").out())
        .matches(
            "the task\\|--output-format json --non-interactive --timeout (29|30)\\|1\\|boss\\|\n");
  }

  @Test
  void what_it_says_meanwhile_is_heard_and_why_it_failed_is_told() throws IOException {
    var trial =
        caller(
            "helper",
            "echo '[agent:helper] half way' >&2\necho '{\"error\":\"no luck\"}'\nexit 7\n");
    var outcome = trial.run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("half way").contains("exit code 7").contains("no luck");
  }

  @Test
  void one_that_takes_too_long_is_ended_with_all_that_it_started() throws IOException {
    var outcome = caller("helper", "sleep 300 & echo $! > child; wait\n").run("--timeout", "1");
    assertThat(outcome.exitCode()).isEqualTo(3);
    var child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
    ProcessHandle.of(child).ifPresent(it -> it.onExit().join());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void one_that_stands_above_is_not_called() throws IOException {
    var outcome = caller("boss", "echo '{}'\n").run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("boss → boss");
  }

  @Test
  void one_that_is_not_there_is_named() {
    var agent = Agent.named("a").does(ctx -> ctx.invoke("nobody-has-this", ""));
    assertThat(Trial.of(agent).run().err()).contains("There is no agent 'nobody-has-this'");
  }
}
