package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Who comes with junk hears it late. The clock stands still unless a test moves it, and to wait
/// takes no time.
final class StrangersTest {
  private static final int AT_ONCE = Strangers.TOLD.burst();

  private final AtomicLong now = new AtomicLong();
  private final List<Duration> naps = new ArrayList<>();
  private final Strangers strangers = new Strangers(now::get, naps::add);

  private void come(String address, int many) {
    for (int i = 0; i < many; i++) {
      strangers.holdBack(address);
    }
  }

  @Test
  void the_first_ten_hear_it_at_once_and_the_others_within_a_second() {
    come("10.0.0.1", AT_ONCE);
    assertThat(naps).isEmpty();
    come("10.0.0.1", 100);
    assertThat(naps).hasSize(100).allMatch(it -> it.compareTo(Brake.LONGEST) <= 0);
    assertThat(naps.getFirst()).isEqualTo(Duration.ofMillis(100));
    assertThat(naps.getLast()).isEqualTo(Brake.LONGEST);
  }

  @Test
  void nobody_waits_for_those_at_another_address() {
    come("10.0.0.1", 100);
    naps.clear();
    come("10.0.0.2", AT_ONCE);
    assertThat(naps).isEmpty();
  }

  @Test
  void who_comes_from_ever_other_addresses_fills_no_memory_and_is_slowed_down_all_the_same() {
    for (int i = 0; i < 5_000; i++) {
      come("10.0.0." + i, 1);
    }
    assertThat(strangers.addresses()).isEqualTo(Strangers.MOST_ADDRESSES + 1);
    assertThat(naps).isNotEmpty();

    now.addAndGet(Duration.ofMinutes(1).toNanos());
    naps.clear();
    come("10.0.0.9999", 1);
    assertThat(strangers.addresses()).isEqualTo(1);
    assertThat(naps).isEmpty();
  }
}
