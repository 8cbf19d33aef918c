package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that wait for a time, with nothing at work for them.
final class ParkedRunsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  private TestStaff staff() {
    var agent =
        new Agent("worker", "", new Agent.Means("parking", null), "", List.of(), Agent.Limits.NONE);
    return TestStaff.in(folder, clock, new Limits(1, 1, 1, 1, 100)).hire(agent);
  }

  private static RunId park(TestStaff staff) {
    var run = staff.start("worker", "park");
    staff.await(run, Run::parked);
    return run;
  }

  @Test
  void a_parked_run_waits_for_its_time_and_holds_no_slot() {
    try (var staff = staff().begin(new Parking())) {
      var run = park(staff);
      assertThat(staff.run(run).needs()).extracting(Need::text).containsExactly("until one");
      assertThat(staff.awaitEnd(staff.start("worker", "go")).state())
          .isInstanceOf(State.Completed.class);
      assertThat(staff.staff().crew().atWork()).as("the daemon stays for it").isPositive();

      clock.advance(HOUR);

      var ended = staff.awaitEnd(run);
      assertThat(ended.state()).isInstanceOf(State.Completed.class);
      assertThat(ended.tenure().epoch()).isEqualTo(2);
      assertThat(staff.events(run)).anyMatch(RunEvent.Requeued.class::isInstance);
    }
  }

  @Test
  void it_is_woken_after_a_restart_too() {
    RunId run;
    try (var first = staff().begin(new Parking())) {
      run = park(first);
    }
    try (var later = staff().begin(new Parking())) {
      assertThat(later.found()).isEqualTo(new Recovery.Report(0, 0, 1));
      assertThat(later.run(run).parked()).isTrue();
      clock.advance(HOUR);
      assertThat(later.awaitEnd(run).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void its_time_may_have_come_while_nobody_was_there() {
    RunId run;
    try (var first = staff().begin(new Parking())) {
      run = park(first);
    }
    clock.advance(HOUR);
    try (var later = staff().begin(new Parking())) {
      assertThat(later.awaitEnd(run).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void a_parked_run_is_stopped_at_once() {
    try (var staff = staff().begin(new Parking())) {
      var run = park(staff);

      var stopped = staff.staff().stop(TestStaff.OWNER, run, "enough");

      assertThat(stopped.state()).isInstanceOf(State.Stopped.class);
      assertThat(stopped.ending()).isFalse();
      staff.awaitEnd(staff.start("worker", "go"));
      assertThat(staff.staff().crew().atWork()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void a_run_that_is_given_back_is_taken_up_again() {
    try (var staff = staff().begin(new Parking())) {
      var ended = staff.awaitEnd(staff.start("worker", "again"));

      assertThat(ended.state()).isInstanceOf(State.Completed.class);
      assertThat(ended.tenure().epoch()).isEqualTo(2);
    }
  }

  /// Gives its runs back the first time, as their prompt says.
  private final class Parking implements AgentRuntime {
    @Override
    public String name() {
      return "parking";
    }

    @Override
    public void carryOut(Work work) {
      var until = clock.instant().plus(HOUR);
      var need = new Need("time", Need.Kind.QUOTA, "until one", null);
      switch (work.resumed() ? "go" : work.prompt()) {
        case "park" -> work.park(need, until);
        case "again" -> work.giveBack("once more");
        default -> work.complete("Done", State.Evidence.CLAIMED);
      }
    }

    @Override
    public boolean canResume(Run run) {
      return true;
    }
  }
}
