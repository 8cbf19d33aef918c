package dev.retinue.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.testing.TestClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class AlarmTest {
  private final TestClock clock = new TestClock();
  private final RunId run = RunId.random(RunId.Prefix.AGENT, new SecureRandom());
  private final Semaphore woken = new Semaphore(0);
  private Alarm alarm;

  @Test
  void who_waits_for_another_time_as_soon_as_he_is_woken_is_woken_again() throws Exception {
    var later = TestClock.NOON.plus(Duration.ofHours(1));
    try (var opened = new Alarm(clock, this::wake)) {
      alarm = opened;
      opened.set(run, TestClock.NOON);
      assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      clock.advance(Duration.between(TestClock.NOON, later));
      assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private boolean wake(RunId id) {
    if (clock.instant().equals(TestClock.NOON)) {
      alarm.set(id, TestClock.NOON.plus(Duration.ofHours(1)));
    }
    woken.release();
    return true;
  }
}
