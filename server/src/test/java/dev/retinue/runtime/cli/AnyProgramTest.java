package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Check;
import dev.retinue.core.Commission;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Confinement.Login;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Permissions;
import dev.retinue.core.Program;
import dev.retinue.core.Program.Format;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.generic.AnyProgram;
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

/// Real small programs that nobody but the operator knows, as agents.
@EndToEnd
final class AnyProgramTest {
  @TempDir private Path folder;
  private Path data;
  private TestStaff staff;

  @BeforeEach
  void begin() throws IOException {
    data = folder.resolve("data");
    var bin = Files.createDirectory(folder.resolve("bin"));
    var environment =
        Map.of("PATH", bin + ":/usr/bin:/bin", "HOME", "/owner", "SHOWN", "1", "HIDDEN", "1");
    staff = TestStaff.in(data, new TestClock());
    staff.begin(
        new CliRuntime(
            new AnyProgram(),
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

  private void program(String name, String script) throws IOException {
    var file = folder.resolve("bin").resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private void hire(Program program, Login login, String... tools) {
    var usual = Conduct.USUAL;
    staff.hire(
        new Agent(
            "worker",
            "works",
            new Agent.Means(AnyProgram.NAME, "m-1"),
            "Be brief.",
            List.of(tools),
            Agent.Limits.NONE,
            new Conduct(
                usual.permissions(),
                new Confinement(usual.confinement().tier(), usual.confinement().network(), login),
                usual.vigilance(),
                program)));
  }

  @Test
  void a_program_that_cannot_be_held_to_what_is_denied_does_not_begin() throws Exception {
    program("reader", "touch " + folder.resolve("begun"));
    var usual = Conduct.USUAL;
    staff.hire(
        new Agent(
            "worker",
            "works",
            new Agent.Means(AnyProgram.NAME, null),
            "",
            List.of(),
            Agent.Limits.NONE,
            new Conduct(
                new Permissions(List.of(), List.of(), List.of("Bash(rm *)")),
                usual.confinement(),
                usual.vigilance(),
                plain("reader"))));
    assertThat(run("x").state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            failed -> {
              assertThat(failed.reason()).isEqualTo(FailureReason.REFUSED);
              assertThat(failed.message()).contains("Bash(rm *)", "claude");
            });
    assertThat(folder.resolve("begun")).doesNotExist();
  }

  private static Program plain(String command, String... arguments) {
    return new Program(command, List.of(arguments), List.of("SHOWN"), Format.TEXT);
  }

  private Run run(String contract) {
    return staff.awaitEnd(staff.start("worker", contract));
  }

  private static String summary(Run run) {
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  @Test
  void all_that_a_plain_program_prints_is_its_result() throws Exception {
    program(
        "reader", "echo \"$@\"; cat; echo \"shown $SHOWN, hidden $HIDDEN, model $RETINUE_MODEL\"");
    hire(plain("reader", "-v", "a b", "-v"), Login.OWNER);
    assertThat(summary(run("grüße 🎩")))
        .isEqualTo("-v a b -v\nBe brief.\n\nContract:\n\ngrüße 🎩shown 1, hidden , model m-1");
  }

  @Test
  void a_plain_program_that_ends_badly_has_failed_and_keeps_what_it_said() throws Exception {
    program("broken", "echo half of it; echo no more >&2; exit 4");
    hire(plain("broken"), Login.OWNER);
    var run = run("do it");
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    assertThat(((State.Failed) run.state()).message())
        .contains("crash: broken ended with 4: no more");
    assertThat(run.dossier().recentOutput()).isEqualTo("half of it\n");
    assertThat(staff.text(run.dossier().output())).isEqualTo("half of it\n");
  }

  @Test
  void who_has_no_working_directory_is_told_that_nothing_stays_of_the_folder() throws Exception {
    program("writer", "echo kept > file; echo done");
    hire(plain("writer"), Login.OWNER);
    var run = run("write it");
    assertThat(staff.events(run.id()))
        .anyMatch(
            it -> it instanceof RunEvent.Noted(var _, var text) && text.contains("is removed"));
  }

  @Test
  void a_program_that_is_not_there_is_said_to_be_missing() {
    hire(plain("nowhere"), Login.OWNER);
    var failed = (State.Failed) run("do it").state();
    assertThat(failed.reason()).isEqualTo(FailureReason.REFUSED);
    assertThat(failed.message()).startsWith("not installed: There is no program 'nowhere'");
  }

  @Test
  void a_program_that_speaks_our_words_is_followed() throws Exception {
    program(
        "speaker",
        """
        echo '{"type":"session","id":"s-7"}'
        echo '{"type":"tool_call","id":"1","tool":"look","input":{"at":"it"}}'
        echo '{"type":"tool_result","id":"1","output":"seen"}'
        echo '{"type":"usage","input_tokens":10,"output_tokens":2,"cost_usd":0.01}'
        echo '{"type":"usage","input_tokens":10,"output_tokens":2,"cost_usd":0.01}'
        echo '{"type":"result","text":"Looked.","payload":{"n":2}}'
        """);
    hire(new Program("speaker", List.of(), List.of(), Format.JSON_LINES), Login.OWNER);
    var run = run("look");
    assertThat(summary(run)).isEqualTo("Looked.");
    assertThat(run.dossier().usage().inputTokens()).isEqualTo(20);
    assertThat(run.dossier().usage().cost().usd()).isEqualByComparingTo("0.02");
    assertThat(run.facts()).containsEntry(CliRuntime.SESSION, "s-7");
    assertThat(staff.text(run.dossier().payload())).isEqualTo("{\"n\":2}");
    assertThat(staff.events(run.id())).hasAtLeastOneElementOfType(RunEvent.ToolAnswered.class);
  }

  @Test
  void an_answer_in_the_form_that_was_asked_for_becomes_the_payload_and_is_checked()
      throws Exception {
    program("former", "cat >&2; printf 'Here it is:\\n```json\\n{\"n\": 2}\\n```\\n'");
    hire(plain("former"), Login.OWNER);
    var schema =
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}";
    var run = staff.awaitEnd(staff.start(asking(schema)));
    assertThat(((State.Completed) run.state()).evidence()).isEqualTo(State.Evidence.VERIFIED);
    assertThat(staff.text(run.dossier().payload())).isEqualTo("{\"n\": 2}");

    var other = staff.awaitEnd(staff.start(asking(schema.replace("integer", "string"))));
    assertThat(((State.Failed) other.state()).reason()).isEqualTo(FailureReason.INVALID_OUTPUT);
  }

  private static StartRequest asking(String schema) {
    var none = Commission.Terms.NONE;
    return StartRequest.of("worker", "count")
        .under(
            new Commission.Terms(
                none.budget(),
                none.abortOnBudget(),
                null,
                null,
                List.of(new Check.PayloadSchema(schema))));
  }

  @Test
  void what_a_program_cannot_be_told_is_a_warning_of_its_run() throws Exception {
    program("reader", "cat");
    hire(plain("reader"), Login.OWNER, "read", "shell");
    var run = run("do it");
    assertThat(run.dossier().warnings())
        .containsExactly(
            "Retinue cannot tell reader which tools it may use, so these mean nothing to it: read, shell.");
    assertThat(staff.events(run.id()))
        .anyMatch(
            it -> it instanceof RunEvent.Noted(var _, var text) && text.contains("cannot tell"));
  }

  @Test
  void the_owner_signs_in_for_everybody_unless_it_is_said_otherwise() throws Exception {
    program(
        "home",
        "echo \"$HOME\"; ls -ld \"$HOME\" 2>/dev/null | cut -c1-10; echo x >> \"$HOME/kept\" && wc -l < \"$HOME/kept\"");
    hire(plain("home"), Login.OWNER);
    assertThat(staff.awaitEnd(staff.start("worker", "a")).dossier().recentOutput())
        .startsWith("/owner\n");

    hire(plain("home"), Login.CALLER);
    var logins = data.resolve("logins");
    assertThat(summary(run("b"))).startsWith(logins.toString()).endsWith("drwx------\n1");
    assertThat(summary(run("c"))).startsWith(logins.toString()).endsWith("drwx------\n2");

    hire(plain("home"), Login.RUN);
    var first = summary(run("d"));
    assertThat(first).startsWith(data.resolve("run").toString()).endsWith("drwx------\n1");
    assertThat(summary(run("e"))).isNotEqualTo(first).endsWith("\n1");
    assertThat(Path.of(first.lines().findFirst().orElseThrow())).doesNotExist();
  }
}
