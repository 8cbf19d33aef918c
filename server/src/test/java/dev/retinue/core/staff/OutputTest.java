package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputTest {
  private static final int MANY = 30 << 20;

  @Test
  void who_prints_too_much_is_told_once_and_goes_on(@TempDir Path folder) {
    var clock = new TestClock();
    try (var staff =
        TestStaff.in(folder, clock).hire("sleeper", "hang").begin(new ScriptedRuntime(clock))) {
      var run = staff.start("sleeper", "sleep");
      staff.await(run, it -> it.state() instanceof State.Running);
      for (int i = 0; i < 4; i++) {
        staff.staff().payloads().print(run, _ -> true, new byte[MANY]);
      }

      assertThat(staff.run(run).state()).isInstanceOf(State.Running.class);
      assertThat(staff.run(run).dossier().output())
          .extracting(output -> output.bytes())
          .isEqualTo(64L << 20);
      assertThat(staff.events(run))
          .filteredOn(event -> event instanceof RunEvent.Noted)
          .extracting(event -> ((RunEvent.Noted) event).text())
          .containsExactly("It printed more than 64 MB; the rest is not kept.");
      staff.staff().stop(OWNER, run, "enough");
    }
  }
}
