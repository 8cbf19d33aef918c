package dev.retinue.runtime.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.LeftoverFolders;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
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

/// What becomes of questions of a program that is called `claude` and asks oddly.
@EndToEnd
final class PermissionRelayTest {
  private static final String BEGUN =
      "echo '{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"11111111-2222-3333-4444-555555555555\"}'\nread contract\n";
  private static final String ENDED =
      "printf '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"%s\"}\\n' \"$said\"\nread more\nexit 0\n";

  @TempDir private Path folder;
  private Path data;
  private TestStaff staff;

  @BeforeEach
  void begin() throws IOException {
    data = folder.resolve("data");
    Files.createDirectory(folder.resolve("bin"));
    open();
  }

  private void open() {
    new LeftoverFolders(data.resolve("run")).reap(List.of());
    staff = TestStaff.in(data, new TestClock());
    staff.hire(
        new Agent(
            "coder",
            "writes code",
            new Agent.Means("claude", null),
            "",
            List.of(),
            Agent.Limits.NONE));
    staff.begin(
        new CliRuntime(
            new Claude(),
            new Programs(Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin")),
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
    var file = folder.resolve("bin/claude");
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static String asks(String id, String command) {
    return ("echo '{\"type\":\"control_request\",\"request_id\":\"%s\",\"request\":{\"subtype\":\"can_use_tool\","
            + "\"tool_name\":\"Bash\",\"input\":{\"command\":\"%s\"}}}'\n")
        .formatted(id, command);
  }

  private void answer(RunId id, String words) {
    var need =
        staff.await(id, run -> !run.needs().isEmpty() || run.ended()).needs().getFirst().id();
    staff.staff().answer(TestStaff.OWNER, id, need, words);
  }

  private String summary(RunId id) {
    var run = staff.awaitEnd(id);
    assertThat(run.state()).as("%s", staff.events(id)).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  @Test
  void an_answer_that_the_program_did_not_hear_counts_after_a_restart() throws Exception {
    program(BEGUN + asks("a", "touch x") + "exec sleep 300");
    var id = staff.start("coder", "do it");
    answer(id, "allow");
    staff.awaitEvent(id, RunEvent.Answered.class::isInstance);
    staff.kill();
    new LeftoverProcesses(data).reap(List.of());
    program(
        BEGUN
            + asks("b", "touch x")
            + "read heard\ncase $heard in *'\"b\"'*allow*) said=heard;; esac\n"
            + ENDED);

    open();

    assertThat(summary(id)).isEqualTo("heard");
    assertThat(staff.events(id)).filteredOn(RunEvent.Asked.class::isInstance).hasSize(1);
  }

  @Test
  void what_is_withdrawn_is_not_waited_for() throws Exception {
    program(
        BEGUN
            + asks("a", "touch x")
            + "while [ ! -e go ]; do sleep 0.05; done\n"
            + "echo '{\"type\":\"control_cancel_request\",\"request_id\":\"a\"}'\nsaid=done\n"
            + ENDED);
    var id = staff.start("coder", "do it");
    staff.await(id, run -> !run.needs().isEmpty());
    try (var folders = Files.list(data.resolve("run"))) {
      Files.createFile(folders.findFirst().orElseThrow().resolve("work/go"));
    }
    assertThat(summary(id)).isEqualTo("done");
    assertThat(staff.run(id).needs()).isEmpty();
  }

  @Test
  void what_is_not_understood_is_said_to_be_so_and_a_flood_of_questions_is_denied()
      throws Exception {
    program(
        BEGUN
            + "echo '{\"type\":\"control_request\",\"request_id\":\"x\",\"request\":{\"subtype\":\"dance\"}}'\n"
            + "read heard\ncase $heard in *error*dance*) ;; *) exit 9;; esac\n"
            + "i=0; while [ $i -lt 150 ]; do "
            + "printf '{\"type\":\"control_request\",\"request_id\":\"q%d\",\"request\":{\"subtype\":\"can_use_tool\",\"tool_name\":\"Bash\",\"input\":{\"command\":\"touch %d\"}}}\\n' $i $i; "
            + "i=$((i+1)); done\n"
            + "read heard\ncase $heard in *deny*'too much'*) said=denied;; esac\n"
            + ENDED);
    var id = staff.start("coder", "do it");
    assertThat(summary(id)).isEqualTo("denied");
  }

  @Test
  void a_program_that_never_listens_can_still_be_stopped() throws Exception {
    program(
        "echo '{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s\"}'\nexec sleep 300");
    var id = staff.start("coder", "x".repeat(1_000_000));
    staff.awaitEvent(
        id, it -> it instanceof RunEvent.Learned(var _, var f) && f.containsKey("pid"));
    staff.staff().stop(TestStaff.OWNER, id, "enough");
    assertThat(staff.awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
  }
}
