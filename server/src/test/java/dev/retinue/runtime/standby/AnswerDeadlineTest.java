package dev.retinue.runtime.standby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
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

class AnswerDeadlineTest {
  private static final Need NEED = new Need("n", Need.Kind.ANSWER, "Is it so?", null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  /// Asks long after the time for an answer is over.
  private final class SlowToAsk implements AgentRuntime {
    @Override
    public String name() {
      return "slow";
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      try (var _ = AnswerDeadline.begin(work, NEED.id(), Duration.ZERO, "nobody", clock)) {
        for (int i = 0; i < 100; i++) {
          work.tell(new RunEvent.Noted(clock.instant(), "not yet"));
        }
        work.complete(work.ask(NEED), State.Evidence.CLAIMED);
      }
    }
  }

  @Test
  void what_is_asked_after_its_time_is_answered_too() {
    try (var staff = TestStaff.in(folder, clock)) {
      var means = new Agent.Means("slow", null);
      staff.hire(new Agent("agent", "asks", means, "", List.of(), Agent.Limits.NONE));
      staff.begin(new SlowToAsk());
      var run = staff.awaitEnd(staff.start("agent", "Ask."));
      assertThat(run.state())
          .isInstanceOfSatisfying(
              State.Completed.class, it -> assertThat(it.summary()).isEqualTo("nobody"));
    }
  }
}
