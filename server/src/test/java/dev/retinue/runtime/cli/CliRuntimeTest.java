package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import dev.retinue.core.Agent;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.Observer;
import dev.retinue.core.staff.Sessions;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.isolation.Rooms;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of runs whose program is called `codex` and does all sorts of things.
@EndToEnd
final class CliRuntimeTest {
  private static final String BEGUN =
      "echo '{\"type\":\"thread.started\",\"thread_id\":\"t-1\"}'\n";
  private static final String SAID =
      "echo '{\"type\":\"item.completed\",\"item\":{\"id\":\"1\",\"type\":\"agent_message\",\"text\":\"All is well.\"}}'\n";
  private static final String DONE =
      "echo '{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":200,\"cached_input_tokens\":50,\"output_tokens\":40}}'\n";

  /// What became durable together.
  private static final class Changes implements Observer {
    private final Queue<List<RunEvent>> all = new ConcurrentLinkedQueue<>();

    @Override
    public void happened(Run run, List<RunEvent> events) {
      all.add(events);
    }
  }

  private final Changes changes = new Changes();
  @TempDir private Path folder;
  private Path data;
  private TestStaff staff;

  @BeforeEach
  void begin() throws IOException {
    data = folder.resolve("data");
    var bin = Files.createDirectory(folder.resolve("bin"));
    var environment =
        Map.of(
            "PATH", bin + ":/usr/bin:/bin", "SECRET", "x", "OPENAI_API_KEY", "key-of-the-daemon");
    staff = TestStaff.in(data, new TestClock().observedBy(changes));
    var agent =
        new Agent(
            "coder",
            "writes code",
            new Agent.Means("codex", null),
            "Be brief.",
            List.of(),
            Agent.Limits.NONE);
    staff.hire(agent);
    staff.begin(
        new CliRuntime(
            new Codex(),
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

  private void program(String script) throws IOException {
    var file = folder.resolve("bin/codex");
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Run run(String contract) throws InterruptedException {
    return staff.awaitEnd(staff.start("coder", contract));
  }

  @Test
  void a_program_that_says_it_is_done_completes_its_run_with_what_it_said_last() throws Exception {
    program(BEGUN + SAID + DONE);
    var run = run("do it");
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    assertThat(((State.Completed) run.state()).summary()).isEqualTo("All is well.");
    assertThat(run.dossier().usage().inputTokens()).isEqualTo(200);
    assertThat(run.dossier().usage().unpriced()).isTrue();
    assertThat(run.facts()).containsEntry(CliRuntime.SESSION, "t-1").containsKeys("pid", "boot_id");
  }

  @Test
  void what_was_seen_and_what_it_cost_is_kept_together_or_not_at_all() throws Exception {
    program(BEGUN + "all=$(" + SAID + DONE + ")\necho \"$all\"\n");
    run("do it");

    assertThat(changes.all)
        .filteredOn(it -> it.stream().anyMatch(RunEvent.Said.class::isInstance))
        .singleElement()
        .asInstanceOf(list(RunEvent.class))
        .hasAtLeastOneElementOfType(RunEvent.Spent.class);
  }

  @Test
  void the_messages_of_a_session_without_a_folder_share_one_and_a_fork_has_another()
      throws Exception {
    program("ls >&2; touch made; " + BEGUN + "exit 9");
    var sessions = staff.staff().sessions();
    var session = sessions.open(TestStaff.OWNER, "coder", null).id();
    assertThat(failure(say(session))).doesNotContain("made");
    assertThat(data.resolve("rooms").resolve(session).resolve("made")).exists();
    var second = say(session);
    assertThat(failure(second)).contains("codex ended with 9: made");
    assertThat(staff.events(second.id())).noneMatch(RunEvent.Noted.class::isInstance);
    var fork = say(sessions.fork(TestStaff.OWNER, session, null, null).id());
    assertThat(failure(fork)).doesNotContain("made");
    assertThat(staff.events(fork.id()))
        .filteredOn(RunEvent.Noted.class::isInstance)
        .extracting(it -> ((RunEvent.Noted) it).text())
        .containsExactly(Rooms.REMARK);
  }

  private Run say(String session) {
    var message = new Sessions.Message("do it");
    return staff.awaitEnd(staff.staff().sessions().send(TestStaff.OWNER, session, message).id());
  }

  private static String failure(Run run) {
    return ((State.Failed) run.state()).message();
  }

  @Test
  void a_program_hears_its_contract_on_standard_input_and_sees_only_what_it_may() throws Exception {
    program("cat > \"$TMPDIR/../work/heard\"; env > seen; cat seen >&2; " + BEGUN + "exit 9");
    var run = run("--version\n@file /cmd grüße 🎩");
    var message = ((State.Failed) run.state()).message();
    assertThat(message)
        .contains(
            "codex ended with 9", "OPENAI_API_KEY=", "LC_ALL=C.UTF-8", "RETINUE_RUN=" + run.id())
        .doesNotContain("SECRET");
  }

  @Test
  void failures_are_told_apart() throws Exception {
    program(
        BEGUN
            + "echo '{\"type\":\"turn.failed\",\"error\":{\"message\":\"unexpected status 401 Unauthorized\"}}'; exit 1");
    assertFailed(run("a"), FailureReason.REFUSED, "auth: unexpected status 401");
    program(
        BEGUN
            + "echo '{\"type\":\"turn.failed\",\"error\":{\"message\":\"last status: 429 Too Many Requests\"}}'; exit 1");
    assertFailed(run("b"), FailureReason.QUOTA, "quota: last status: 429");
    program(BEGUN + SAID + "exit 0");
    assertFailed(run("c"), FailureReason.INVALID_OUTPUT, "never said its result");
    program("echo broken >&2; exit 3");
    assertFailed(run("d"), FailureReason.ERROR, "codex ended with 3: broken");
    Files.delete(folder.resolve("bin/codex"));
    assertFailed(run("e"), FailureReason.REFUSED, "npm install -g @openai/codex");
  }

  private static void assertFailed(Run run, FailureReason reason, String words) {
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    var failed = (State.Failed) run.state();
    assertThat(failed.reason()).isEqualTo(reason);
    assertThat(failed.message()).contains(words);
  }

  @Test
  void a_stopped_run_keeps_what_was_said_and_leaves_no_process() throws Exception {
    program(BEGUN + SAID + "trap '' INT TERM; setsid sleep 300 & sleep 300 & wait; sleep 300");
    var id = staff.start("coder", "work on");
    staff.awaitEvent(id, RunEvent.Said.class::isInstance);

    staff.staff().stop(TestStaff.OWNER, id, "enough");

    var run = staff.await(id, now -> now.ended() && !now.ending());
    assertThat(run.state()).isInstanceOf(State.Stopped.class);
    assertThat(run.dossier().recentOutput()).isEqualTo("All is well.");
    assertNoProcessOf(id);
  }

  private static void assertNoProcessOf(RunId id) throws IOException {
    try (var all = Files.list(Path.of("/proc"))) {
      assertThat(
              all.filter(it -> it.getFileName().toString().matches("\\d+"))
                  .filter(it -> has(it, id)))
          .isEmpty();
    }
  }

  private static boolean has(Path process, RunId id) {
    try {
      return Files.readString(
              process.resolve("environ"), java.nio.charset.StandardCharsets.ISO_8859_1)
          .contains("RETINUE_RUN=" + id);
    } catch (IOException e) {
      return false;
    }
  }
}
