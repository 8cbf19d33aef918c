package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BreakdownTest {
  private static final class Broken implements AgentRuntime {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }

    @Override
    public void carryOut(Work work) {
      throw new NoClassDefFoundError("a/jar/was/replaced");
    }
  }

  @Test
  void an_error_of_the_jvm_is_a_failure_and_not_a_run_for_ever(@TempDir Path folder) {
    try (var staff = TestStaff.in(folder, new TestClock()).hire("broken", "").begin(new Broken())) {
      var run = staff.awaitEnd(staff.start("broken", "work"));
      assertThat(run.state())
          .isInstanceOfSatisfying(
              State.Failed.class, it -> assertThat(it.message()).contains("a/jar/was/replaced"));
    }
  }
}
