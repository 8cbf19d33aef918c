package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IdleExitTest {
  private final AtomicInteger busy = new AtomicInteger();
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000);

  @Test
  void a_daemon_leaves_when_nobody_has_needed_it_for_so_long() throws Exception {
    var idle = new IdleExit(Duration.ofHours(1), busy::get, now::get);
    pass(Duration.ofMinutes(59));
    assertThat(idle.isDue()).isFalse();
    busy.set(1);
    pass(Duration.ofMinutes(59));
    assertThat(idle.isDue()).as("somebody is there").isFalse();
    busy.set(0);
    pass(Duration.ofMinutes(59));
    assertThat(idle.isDue()).as("an hour since the last one").isFalse();
    pass(Duration.ofMinutes(1));
    assertThat(idle.isDue()).isTrue();
    idle.await();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
