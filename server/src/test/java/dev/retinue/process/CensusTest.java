package dev.retinue.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.process.Census.Vitals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CensusTest {
  private final Census census = new Census(System::nanoTime);

  private Vitals own() {
    return census.of(ProcessHandle.current().pid(), Duration.ZERO);
  }

  @Test
  void whoever_computes_is_seen_to() {
    var before = own();
    long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
    long sum = 0;
    while (System.nanoTime() < end) {
      sum += System.identityHashCode(new Object());
    }
    var after = own();
    assertThat(sum).isNotZero();
    assertThat(after.cpu().minus(before.cpu())).isGreaterThan(Duration.ofMillis(50));
    assertThat(after.processes()).isPositive();
    assertThat(after.resident()).isGreaterThan(1L << 20);
  }

  @Test
  void who_is_gone_has_nothing() {
    assertThat(census.of(Long.MAX_VALUE / 2, Duration.ZERO)).isEqualTo(Vitals.NONE);
  }
}
