package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlacesAtWorkTest {
  @TempDir private Path folder;

  @Test
  void runs_that_wait_for_those_below_them_leave_them_room() {
    var clock = new TestClock();
    try (var staff =
        TestStaff.in(folder, clock, new Limits(2, 2, 5, 40, 1000))
            .hire("boss", "start middle: go\nawait\ncomplete {results}")
            .hire("middle", "start worker: go\nawait\ncomplete {results}")
            .hire("worker", "complete Done")
            .begin(new ScriptedRuntime(clock))) {
      var first = staff.start("boss", "go");
      var second = staff.start("boss", "go");

      assertThat(staff.awaitEnd(first).state()).isInstanceOf(State.Completed.class);
      assertThat(staff.awaitEnd(second).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void never_are_more_at_work_than_there_are_slots() {
    var counting = new Counting();
    var agent =
        new Agent(
            "worker", "", new Agent.Means("counting", null), "", List.of(), Agent.Limits.NONE);
    try (var staff =
        TestStaff.in(folder, new TestClock(), new Limits(8, 64, 5, 40, 1000))
            .hire(agent)
            .begin(counting)) {
      var runs = new ArrayList<RunId>();
      for (int i = 0; i < 200; i++) {
        runs.add(staff.start("worker", "go"));
      }
      runs.forEach(staff::awaitEnd);

      assertThat(counting.most.get()).isBetween(1, 8);
    }
  }

  @Test
  void who_tries_again_gets_his_run_even_where_he_may_start_no_other() {
    var clock = new TestClock();
    var request =
        StartRequest.of("sleeper", "sleep")
            .once(new StartKey("owner", "agent_start", "key-1", "digest-1"));
    try (var staff =
        TestStaff.in(folder, clock, new Limits(1, 1, 1, 1, 1))
            .hire("sleeper", "hang")
            .begin(new ScriptedRuntime(clock))) {
      var run = staff.start(request);

      assertThat(staff.start(request)).isEqualTo(run);
      assertThatThrownBy(() -> staff.start("sleeper", "sleep"))
          .hasMessageContaining("1 runs of caller 'owner' have not ended");
    }
  }

  private static final class Counting implements AgentRuntime {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public void carryOut(Work work) {
      int atWork = now.incrementAndGet();
      most.accumulateAndGet(atWork, Math::max);
      work.complete("Done", State.Evidence.CLAIMED);
      now.decrementAndGet();
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }
}
