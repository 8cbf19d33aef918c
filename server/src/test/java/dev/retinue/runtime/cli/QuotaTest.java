package dev.retinue.runtime.cli;

import static dev.retinue.runtime.cli.ProgramScene.BEGUN;
import static dev.retinue.runtime.cli.ProgramScene.THREAD;
import static dev.retinue.runtime.cli.ProgramScene.done;
import static dev.retinue.runtime.cli.ProgramScene.failed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of runs whose program is told to come back later.
@EndToEnd
final class QuotaTest {
  private static final String USED_UP =
      BEGUN + failed("You have hit your usage limit. Try again in 3 hours 2 minutes.");

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  private ProgramScene scene(Vigilance vigilance) throws IOException {
    return ProgramScene.in(folder, clock, vigilance);
  }

  private static Vigilance fallback(String agent) {
    return new Vigilance(Duration.ofMinutes(10), List.of(), agent, Duration.ofHours(6));
  }

  private static void assertFailed(Run run, FailureReason reason, String... words) {
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(reason);
              assertThat(it.message()).contains(words);
            });
  }

  @Test
  void a_used_up_quota_parks_the_run_until_the_time_that_was_named_and_it_goes_on_in_its_session()
      throws IOException {
    try (var scene = scene(Vigilance.USUAL).begin()) {
      scene.program(USED_UP, done("All is well.", 100));
      var staff = scene.staff();
      var id = staff.start("coder", "build it");
      var parked = staff.await(id, Run::parked);

      assertThat(parked.needs()).extracting(Need::kind).containsExactly(Need.Kind.QUOTA);
      assertThat(parked.needs().getFirst().text()).contains("2030-01-01T15:02:00Z", "usage limit");
      clock.advance(Duration.ofMinutes(181));
      assertThat(staff.run(id).parked()).isTrue();
      clock.advance(Duration.ofMinutes(1));

      assertThat(staff.awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(scene.heard())
          .contains("build it", "resume " + THREAD, "You were interrupted. Go on");
    }
  }

  @Test
  void a_parked_run_goes_on_after_a_restart() throws IOException {
    RunId id;
    try (var scene = scene(Vigilance.USUAL).begin()) {
      scene.program(USED_UP, done("All is well.", 100));
      id = scene.staff().start("coder", "build it");
      scene.staff().await(id, Run::parked);
    }
    clock.advance(Duration.ofHours(4));
    try (var later = scene(Vigilance.USUAL).begin()) {
      assertThat(later.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void who_would_wait_longer_than_may_be_fails_and_says_until_when() throws IOException {
    try (var scene = scene(Vigilance.USUAL).begin()) {
      scene.program(BEGUN + failed("You have hit your usage limit. Try again in 2 days 3 hours."));
      assertFailed(
          scene.staff().awaitEnd(scene.staff().start("coder", "build it")),
          FailureReason.QUOTA,
          "quota: You have hit your usage limit",
          "2030-01-03T15:00:00Z",
          "quota-patience");
    }
  }

  @Test
  void without_a_time_it_is_tried_again_a_few_times() throws IOException {
    try (var scene = scene(Vigilance.USUAL).begin()) {
      scene.program(BEGUN + failed("last status: 429 Too Many Requests"));
      var staff = scene.staff();
      var id = staff.start("coder", "build it");
      for (var pause : List.of(1, 5, 15)) {
        staff.await(id, Run::parked);
        clock.advance(Duration.ofMinutes(pause));
        long epoch = staff.run(id).tenure().epoch();
        staff.await(id, it -> it.ended() || it.tenure().epoch() > epoch);
      }
      assertFailed(staff.awaitEnd(id), FailureReason.QUOTA, "it was tried 4 times");
    }
  }

  @Test
  void an_overloaded_service_is_tried_again_soon() throws IOException {
    try (var scene = scene(Vigilance.USUAL).begin()) {
      scene.program(BEGUN + failed("unexpected status 503 Service Unavailable"), done("Well.", 10));
      var staff = scene.staff();
      var id = staff.start("coder", "build it");
      assertThat(staff.await(id, Run::parked).needs().getFirst().text())
          .contains("too much to do", "2030-01-01T12:00:10Z");
      clock.advance(Duration.ofSeconds(10));
      assertThat(staff.awaitEnd(id).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void a_fallback_does_the_work_and_its_result_counts() throws IOException {
    try (var scene = scene(fallback("second"))) {
      scene.staff().hire("second", "deliver the result\ncomplete Done by another");
      scene.begin().program(USED_UP);
      var staff = scene.staff();
      var id = staff.start("coder", "build it");

      var run = staff.awaitEnd(id);

      assertThat(run.state())
          .isInstanceOfSatisfying(
              State.Completed.class, it -> assertThat(it.summary()).isEqualTo("Done by another"));
      assertThat(staff.text(run.dossier().payload())).isEqualTo("the result\n");
      assertThat(staff.events(id))
          .anyMatch(
              it ->
                  it instanceof RunEvent.Noted(var _, var text)
                      && text.contains("Agent 'second' does the work instead."));
    }
  }

  @Test
  void after_a_restart_the_fallback_is_waited_for_and_nothing_is_started_twice()
      throws IOException {
    var slowly = "take 1s\ncomplete Done by another";
    var scene = scene(fallback("second"));
    scene.staff().hire("second", slowly);
    scene.begin().program(USED_UP);
    var id = scene.staff().start("coder", "build it");
    scene
        .staff()
        .awaitEvent(
            id,
            it ->
                it instanceof RunEvent.Learned(var _, var facts) && facts.containsKey("handed_to"));
    scene.kill();

    try (var later = scene(fallback("second"))) {
      later.staff().hire("second", slowly);
      later.begin();
      assertThat(later.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
      assertThat(later.staff().all()).hasSize(2);
      assertThat(later.heard().lines().filter(it -> it.startsWith("exec"))).hasSize(1);
    }
  }

  @Test
  void a_fallback_that_is_itself_above_is_refused() throws IOException {
    try (var scene = scene(fallback("coder")).begin()) {
      scene.program(USED_UP);
      assertFailed(
          scene.staff().awaitEnd(scene.staff().start("coder", "build it")),
          FailureReason.QUOTA,
          "agent 'coder' cannot do the work instead",
          "circle");
    }
  }
}
