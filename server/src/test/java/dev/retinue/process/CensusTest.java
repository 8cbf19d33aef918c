package dev.retinue.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.process.Census.Vitals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CensusTest {
  private static final Duration SOME = Duration.ofMillis(50);

  private final Census census = new Census(System::nanoTime);

  private Vitals own() {
    return census.of(ProcessHandle.current().pid(), Duration.ZERO);
  }

  @Test
  void whoever_computes_is_seen_to() {
    var before = own();
    var after = before;
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    long sum = 0;
    // As long as it takes where others want the cores, too.
    while (System.nanoTime() < end && after.cpu().minus(before.cpu()).compareTo(SOME) < 0) {
      for (int i = 0; i < 1_000_000; i++) {
        sum += System.identityHashCode(new Object());
      }
      after = own();
    }
    assertThat(sum).isNotZero();
    assertThat(after.cpu().minus(before.cpu())).isGreaterThanOrEqualTo(SOME);
    assertThat(after.processes()).isPositive();
    assertThat(after.resident()).isGreaterThan(1L << 20);
  }

  @Test
  void who_is_gone_has_nothing() {
    assertThat(census.of(Long.MAX_VALUE / 2, Duration.ZERO)).isEqualTo(Vitals.NONE);
  }
}
