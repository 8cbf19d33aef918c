package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Program;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.javafile.JavaFile;
import dev.retinue.runtime.cli.javafile.Unchanged;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Executables of other languages that keep the conventions of single-file agents.
@EndToEnd
final class JavaFileTest {
  @TempDir private Path folder;
  private Path data;
  private TestStaff staff;

  @BeforeEach
  void begin() {
    data = folder.resolve("data");
    var environment =
        Map.of(
            "PATH",
            "/usr/bin:/bin",
            "HOME",
            folder.resolve("home").toString(),
            "TALK_KEY",
            "shown",
            "SFA_LOG_FILE",
            "/log",
            "OTHER_KEY",
            "hidden");
    staff = TestStaff.in(data, new TestClock());
    staff.begin(
        new CliRuntime(
            new JavaFile(Path.of("retinue"), List.of()),
            new Programs(environment),
            new Supervisor(data, System.getenv()),
            data.resolve("run"),
            InstantSource.system()));
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    staff.close();
    new LeftoverProcesses(data).reap(List.of());
    try (var left = Files.list(data.resolve("run"))) {
      assertThat(left).isEmpty();
    }
  }

  private Path agent(String script) throws IOException {
    var file = folder.resolve("talker");
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    hire(file);
    return file;
  }

  private void hire(Path file) throws IOException {
    var usual = Conduct.USUAL;
    var program =
        new Program(
            file.toString(),
            List.of(),
            List.of("TALK_KEY"),
            Program.Format.TEXT,
            false,
            new Program.Description(
                "talker",
                Unchanged.digest(file),
                List.of(new Program.Parameter("mark", "string", "", false))));
    staff.hire(
        new Agent(
            "talker",
            "talks",
            new Agent.Means(JavaFile.NAME, null),
            "",
            List.of(),
            Agent.Limits.NONE,
            new Conduct(usual.permissions(), usual.confinement(), usual.vigilance(), program)));
  }

  private Run run(String contract) {
    return staff.awaitEnd(staff.start("talker", contract));
  }

  private static String summary(Run run) {
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  @Test
  void it_hears_its_contract_and_is_told_how_to_answer() throws Exception {
    agent("printf '{\"result\":\"%s|%s\"}\\n' \"$(cat)\" \"$*\"");
    assertThat(summary(run("grüße 🎩")))
        .isEqualTo("grüße 🎩|--output-format json --non-interactive --timeout 604800");
  }

  @Test
  void it_sees_what_it_declared_and_what_the_conventions_have_and_nothing_else() throws Exception {
    agent(
        "printf '{\"result\":\"%s\"}\\n' \"$TALK_KEY,$OTHER_KEY,$SFA_LOG_FILE,$SFA_DEPTH,$SFA_MAX_DEPTH,$SFA_CALL_CHAIN,$LC_ALL\"; test -n \"$SFA_SESSION_ID\"");
    assertThat(summary(run("x"))).isEqualTo("shown,,/log,0,5,,C.UTF-8");
  }

  @Test
  void options_come_with_the_contract() throws Exception {
    agent("printf '{\"result\":\"%s|%s\"}\\n' \"$(cat)\" \"$6\"");
    assertThat(summary(run("{\"context\":\"text\",\"mark\":\"a b\"}")))
        .isEqualTo("text|--mark=a b");
  }

  @Test
  void its_progress_its_warnings_its_payload_and_its_costs_are_those_of_the_run() throws Exception {
    agent(
        """
        echo '[agent:talker] half of it' >&2
        echo '{"result":{"n":2},"warnings":["It is late."],"metadata":{"usage":{"input_tokens":10,"output_tokens":2,"cost_usd":0.25}}}'
        echo '[agent:talker] warning: It is late.' >&2
        """);
    var run = run("x");
    assertThat(staff.text(run.dossier().payload())).isEqualTo("{\"n\":2}");
    assertThat(run.dossier().usage().cost().usd()).isEqualByComparingTo("0.25");
    assertThat(run.dossier().usage().inputTokens()).isEqualTo(10);
    assertThat(staff.events(run.id()))
        .filteredOn(RunEvent.Noted.class::isInstance)
        .extracting(it -> ((RunEvent.Noted) it).text())
        .contains("half of it")
        .containsOnlyOnce("It is late.");
  }

  @ParameterizedTest
  @CsvSource({
    "1, ERROR",
    "2, REFUSED",
    "3, TIMEOUT",
    "4, REFUSED",
    "12, ERROR",
    "130, INTERRUPTED",
    "143, INTERRUPTED"
  })
  void its_exit_code_says_why_it_failed(int code, FailureReason reason) throws Exception {
    agent("echo '{\"result\":null,\"error\":\"No tea.\"}'; exit " + code);
    assertThat(run("x").state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            failed -> {
              assertThat(failed.reason()).isEqualTo(reason);
              assertThat(failed.message()).contains("No tea.");
            });
  }

  @Test
  void who_says_its_error_on_standard_error_alone_is_quoted() throws Exception {
    agent("echo '[agent:talker] error: Set TALK_KEY.' >&2; exit 2");
    assertThat(((State.Failed) run("x").state()).message())
        .isEqualTo("usage: talker ended with 2: [agent:talker] error: Set TALK_KEY.");
  }

  @Test
  void who_ends_well_without_a_result_has_not_done_it() throws Exception {
    agent("echo done");
    assertThat(((State.Failed) run("x").state()).reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
  }

  @Test
  void a_file_that_has_changed_since_it_was_added_is_not_started() throws Exception {
    var file = agent("echo '{\"result\":1}'");
    Files.writeString(file, "touch " + folder.resolve("begun"));
    assertThat(run("x").state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            failed -> {
              assertThat(failed.reason()).isEqualTo(FailureReason.REFUSED);
              assertThat(failed.message()).contains("has changed", "retinue agents add --force");
            });
    assertThat(folder.resolve("begun")).doesNotExist();
  }

  @Test
  void a_file_that_is_gone_is_said_to_be() throws Exception {
    Files.delete(agent("exit 0"));
    assertThat(((State.Failed) run("x").state()).reason()).isEqualTo(FailureReason.REFUSED);
  }

  @Test
  void who_is_stopped_is_gone_with_all_that_it_started() throws Exception {
    agent("echo '[agent:talker] at work' >&2; sleep 600 & sleep 600");
    var run = staff.start("talker", "x");
    staff.awaitEvent(
        run, it -> it instanceof RunEvent.Noted(var _, var text) && text.equals("at work"));
    staff.staff().stop(TestStaff.OWNER, run, "enough");
    assertThat(staff.awaitEnd(run).state()).isInstanceOf(State.Stopped.class);
  }
}
