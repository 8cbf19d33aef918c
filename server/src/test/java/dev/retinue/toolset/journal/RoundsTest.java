package dev.retinue.toolset.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// What is to be done again and again, and its end.
final class RoundsTest {
  @Test
  void what_never_succeeds_is_not_tried_for_ever_at_the_end() throws InterruptedException {
    var tried = new AtomicInteger();
    var first = new CountDownLatch(1);
    var self = new AtomicReference<Rounds<String>>();
    var rounds =
        new Rounds<String>(
            "test",
            Duration.ofDays(1),
            key -> {
              tried.incrementAndGet();
              self.get().mark(key, false);
              first.countDown();
            });
    self.set(rounds);
    rounds.begin();
    assertThat(rounds.mark("it", true)).isTrue();
    first.await();

    rounds.close();

    // Once in its time, and once more because it is the end.
    assertThat(tried).hasValue(2);
    assertThat(rounds.mark("it", true)).isFalse();
  }
}
