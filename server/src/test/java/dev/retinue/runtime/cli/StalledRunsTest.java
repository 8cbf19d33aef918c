package dev.retinue.runtime.cli;

import static dev.retinue.core.Vigilance.Step.INTERRUPT;
import static dev.retinue.core.Vigilance.Step.KILL;
import static dev.retinue.core.Vigilance.Step.NUDGE;
import static dev.retinue.core.Vigilance.Step.RESUME;
import static dev.retinue.runtime.cli.ProgramScene.BEGUN;
import static dev.retinue.runtime.cli.ProgramScene.THREAD;
import static dev.retinue.runtime.cli.ProgramScene.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Pulse.Liveness;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.Vigilance.Step;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of runs whose program falls silent.
@EndToEnd
final class StalledRunsTest {
  private static final String HANGS = BEGUN + "exec sleep 300\n";
  private static final String HANGS_STUBBORNLY =
      BEGUN + "trap '' INT TERM\nwhile :; do sleep 300; done\n";

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  private ProgramScene scene(Step... ladder) throws IOException {
    return ProgramScene.in(
            folder,
            clock,
            new Vigilance(Duration.ofMillis(400), List.of(ladder), null, Duration.ofHours(6)))
        .begin();
  }

  private static Predicate<RunEvent> note(String words) {
    return it -> it instanceof RunEvent.Noted(var _, var text) && text.contains(words);
  }

  private static List<String> notes(ProgramScene scene, RunId id) {
    return scene.staff().events(id).stream()
        .filter(RunEvent.Noted.class::isInstance)
        .map(it -> ((RunEvent.Noted) it).text())
        .filter(it -> !it.contains("no working directory"))
        .toList();
  }

  private static Liveness liveness(ProgramScene scene, RunId id) {
    return java.util.Objects.requireNonNull(
        scene.staff().staff().crew().glance(scene.staff().run(id)).liveness());
  }

  @Test
  void without_a_ladder_a_stalled_run_is_only_shown() throws IOException {
    try (var scene = scene()) {
      scene.program(HANGS);
      var id = scene.staff().start("coder", "hang");
      scene.staff().awaitEvent(id, note("It is stalled: no output since"));

      assertThat(liveness(scene, id)).isEqualTo(Liveness.STALLED);
      assertThat(scene.staff().run(id).state()).isInstanceOf(State.Running.class);
      assertThat(scene.staff().staff().crew().glance(scene.staff().run(id)).lastOutputAt())
          .isEqualTo(TestClock.NOON);
      scene.staff().staff().stop(dev.retinue.testing.TestStaff.OWNER, id, "enough");
      scene.staff().awaitEnd(id);
    }
  }

  @Test
  void the_ladder_is_climbed_step_by_step_and_the_run_fails_with_the_evidence() throws IOException {
    try (var scene = scene(NUDGE, INTERRUPT, KILL)) {
      scene.program(HANGS_STUBBORNLY);
      var id = scene.staff().start("coder", "hang");

      var run = scene.staff().awaitEnd(id);

      assertThat(run.state())
          .isInstanceOfSatisfying(
              State.Failed.class,
              it -> {
                assertThat(it.reason()).isEqualTo(FailureReason.TIMEOUT);
                assertThat(it.message())
                    .contains("stalled: no output", "ms of CPU", " process")
                    .endsWith("tried so far: nudge, interrupt, kill");
              });
      assertThat(notes(scene, id))
          .satisfiesExactly(
              it -> assertThat(it).contains("Step 1 of 3, nudge: it reads no more input"),
              it -> assertThat(it).contains("Step 2 of 3, interrupt"),
              it -> assertThat(it).contains("Step 3 of 3, kill"));
    }
  }

  @Test
  void a_run_that_is_killed_is_resumed_in_its_session_once() throws IOException {
    try (var scene = scene(KILL, RESUME)) {
      scene.program(HANGS, done("Well after all.", 10));
      var id = scene.staff().start("coder", "hang");

      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(scene.heard()).contains("resume " + THREAD);
      assertThat(scene.staff().events(id)).anyMatch(RunEvent.Requeued.class::isInstance);
    }
  }

  @Test
  void a_run_that_hangs_again_after_it_was_resumed_fails() throws IOException {
    try (var scene = scene(INTERRUPT, RESUME)) {
      scene.program(HANGS);
      var id = scene.staff().start("coder", "hang");

      var run = scene.staff().awaitEnd(id);

      assertThat(run.state()).isInstanceOf(State.Failed.class);
      assertThat(run.tenure().epoch()).isEqualTo(2);
    }
  }

  @Test
  void who_computes_in_silence_is_not_stalled() throws IOException {
    try (var scene = scene(KILL)) {
      // Twice the silence, by the work of a child of its own.
      scene.program(
          BEGUN
              + "sh -c 'end=$(($(date +%s%N) + 1000000000)); while [ $(date +%s%N) -lt $end ]; do :; done'\n"
              + done("Counted.", 10));
      var id = scene.staff().start("coder", "count");

      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(notes(scene, id)).isEmpty();
    }
  }

  @Test
  void who_says_something_now_and_then_is_not_stalled() throws IOException {
    try (var scene = scene(KILL)) {
      scene.program(
          BEGUN + "for i in 1 2 3 4 5 6 7 8; do sleep 0.15; echo $i; done\n" + done("Said.", 10));
      var id = scene.staff().start("coder", "talk");

      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(notes(scene, id)).isEmpty();
    }
  }
}
