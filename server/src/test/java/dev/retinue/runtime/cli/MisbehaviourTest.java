package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Player;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that do everything to stay, and all that is left of them when their runs have ended:
/// nothing.
@EndToEnd
final class MisbehaviourTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PATIENT = "patient";
  private static final String HURRIED = "hurried";

  /// What each does when it has begun, and before it says so.
  private static final Map<String, List<String>> TRICKS =
      Map.ofEntries(
          Map.entry("nothing", List.of()),
          Map.entry("heeds no signal", List.of("deaf")),
          Map.entry("forks", List.of("fork", "fork")),
          Map.entry("forks and heeds no signal", List.of("deaf", "fork")),
          Map.entry("starts a session", List.of("session")),
          Map.entry("daemonises", List.of("daemon")),
          Map.entry("starts what has no mark", List.of("nameless")),
          Map.entry("fills its temporary folder", List.of("fill 1000000")),
          Map.entry("puts pipes in the place of its output", List.of("swap")),
          Map.entry("leaves somebody who talks", List.of("chatter")),
          Map.entry("talks much", List.of("lines 3000000", "errors 300000")));

  /// What cannot say anything any more.
  private static final Map<String, List<String>> SILENT_TRICKS =
      Map.of(
          "closes its output",
          List.of("mute"),
          "begins a line and does not end it",
          List.of("line 20000000"));

  @TempDir private Path folder;
  private Path data;
  private TestStaff staff;

  @BeforeEach
  void begin() throws IOException {
    data = folder.resolve("data");
    var bin = folder.resolve("bin");
    Player.install(bin, "codex");
    staff = TestStaff.in(data, new TestClock());
    staff.hire(agent(PATIENT, Agent.Limits.NONE), agent(HURRIED, seconds(5)));
    staff.begin(
        new CliRuntime(
            new Codex(),
            new Programs(Map.of("PATH", bin + ":/usr/bin:/bin")),
            new Supervisor(data, System.getenv()),
            data.resolve("run"),
            InstantSource.system()));
  }

  private static Agent agent(String name, Agent.Limits limits) {
    return new Agent(name, "plays", new Agent.Means("codex", null), "", List.of(), limits);
  }

  private static Agent.Limits seconds(long most) {
    return new Agent.Limits(new Budget(null, null, null, most, null), false);
  }

  @AfterEach
  void end() {
    staff.close();
    new LeftoverProcesses(data).reap(List.of());
    Traces.kill(folder);
  }

  @Test
  void a_slot_is_free_only_when_nothing_is_left_of_its_run() throws Exception {
    var enough = folder.resolve("enough");
    var id = start(PATIENT, List.of("hop " + enough), "done All is well.");
    staff.await(id, Run::ended);
    // Whoever becomes another process again and again, each in a session of its own, is hard to
    // catch. Whether it was caught or gave up in the end: it is gone when the run is.
    staff.await(id, run -> !run.ending() || run.facts().containsKey("lingered"));
    assertThat(staff.run(id).ending() || Traces.of(folder.resolve("bin")).isEmpty()).isTrue();
    Files.createFile(enough);
    staff.awaitEnd(id);
    assertThat(Traces.of(folder.resolve("bin"))).isEmpty();
  }

  @Test
  void nothing_is_left_of_a_run_that_was_stopped_whatever_its_program_did() {
    var runs = startAll(PATIENT, "live");
    runs.put(startFrozen(PATIENT), "stopped itself");
    runs.keySet().forEach(id -> staff.staff().stop(TestStaff.OWNER, id, "enough"));
    assertEnded(runs, run -> assertThat(run.state()).isInstanceOf(State.Stopped.class));
  }

  @Test
  void nothing_is_left_of_a_run_whose_time_was_over_whatever_its_program_did() {
    var runs = startAll(HURRIED, "live");
    runs.put(startFrozen(HURRIED), "stopped itself");
    assertEnded(runs, run -> assertFailed(run, FailureReason.TIMEOUT, "max_seconds 5"));
  }

  @Test
  void nothing_is_left_of_a_program_that_was_killed_whatever_it_had_done() {
    var runs = startAll(PATIENT, "crash");
    assertEnded(runs, run -> assertFailed(run, FailureReason.ERROR, "codex ended with 137"));
  }

  @Test
  void nothing_is_left_of_a_program_that_failed_whatever_it_had_done() {
    var runs = startAll(PATIENT, "exit 3");
    assertEnded(runs, run -> assertFailed(run, FailureReason.ERROR, "codex ended with 3"));
  }

  @Test
  void nothing_is_left_of_a_program_that_completed_its_run_whatever_it_had_done() {
    var runs = new LinkedHashMap<RunId, String>();
    TRICKS.forEach((trick, steps) -> runs.put(start(PATIENT, steps, "done All is well."), trick));
    assertEnded(
        runs,
        run -> {
          assertThat(run.state()).isInstanceOf(State.Completed.class);
          assertThat(((State.Completed) run.state()).summary()).isEqualTo("All is well.");
        });
  }

  /// All tricks, each in a run of its own, and each done when this returns. A run waits within its
  /// time for those that begin before it, so each begins when the one before is ready.
  private Map<RunId, String> startAll(String agent, String ending) {
    var runs = new LinkedHashMap<RunId, String>();
    TRICKS.forEach(
        (trick, steps) -> runs.put(ready(start(agent, steps, "say ready", ending)), trick));
    SILENT_TRICKS.forEach(
        (trick, steps) ->
            runs.put(ready(start(agent, List.of("say ready"), steps, List.of(ending))), trick));
    return runs;
  }

  private RunId ready(RunId id) {
    staff.awaitEvent(
        id, event -> event instanceof RunEvent.Said(var _, var text) && text.equals("ready"));
    return id;
  }

  /// One that can do nothing any more but be killed.
  private RunId startFrozen(String agent) {
    var id = start(agent, List.of("deaf", "fork"), "freeze");
    var run = staff.await(id, now -> now.facts().containsKey("pid"));
    var process = Path.of("/proc", run.facts().get("pid"), "stat");
    await(() -> Files.readString(process).contains(") T "));
    return id;
  }

  private interface Look {
    boolean look() throws IOException;
  }

  private static void await(Look wished) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!wished.look()) {
        assertThat(System.nanoTime()).as("the wait").isLessThan(deadline);
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunId start(String agent, List<String> trick, String... rest) {
    return start(agent, trick, List.of(rest), List.of());
  }

  private RunId start(String agent, List<String> first, List<String> then, List<String> last) {
    var steps = new ArrayList<>(List.of("begin"));
    steps.addAll(first);
    steps.addAll(then);
    steps.addAll(last);
    return staff.start(agent, Player.script(steps.toArray(String[]::new)));
  }

  private void assertEnded(Map<RunId, String> runs, Consumer<Run> look) {
    var wrong = new ArrayList<String>();
    runs.forEach(
        (id, trick) -> {
          var run = staff.awaitEnd(id);
          look.accept(run);
          if (Files.exists(data.resolve("run").resolve(id + "-1"))) {
            wrong.add("a folder of one that " + trick);
          }
        });
    Traces.of(folder.resolve("bin"))
        .forEach(left -> wrong.add("a process: " + left.info().commandLine().orElse("?")));
    assertThat(wrong).isEmpty();
    assertThat(data.resolve("run")).isEmptyDirectory();
  }

  private static void assertFailed(Run run, FailureReason reason, String words) {
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    var failed = (State.Failed) run.state();
    assertThat(failed.message()).contains(words);
    assertThat(failed.reason()).isEqualTo(reason);
  }
}
