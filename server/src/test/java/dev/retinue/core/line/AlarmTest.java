package dev.retinue.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.testing.TestClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AlarmTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final TestClock clock = new TestClock();
  private final RunId run = RunId.random(RunId.Prefix.AGENT, new SecureRandom());
  private final Semaphore woken = new Semaphore(0);
  private final Alarm alarm = new Alarm(clock, this::wake);

  @AfterEach
  void end() {
    alarm.close();
  }

  @Test
  void who_waits_for_another_time_as_soon_as_he_is_woken_is_woken_again() throws Exception {
    alarm.set(run, TestClock.NOON);
    assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    clock.advance(LONG);
    assertThat(woken.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
  }

  private boolean wake(RunId id) {
    if (clock.instant().equals(TestClock.NOON)) {
      alarm.set(id, TestClock.NOON.plus(LONG));
    }
    woken.release();
    return true;
  }
}
