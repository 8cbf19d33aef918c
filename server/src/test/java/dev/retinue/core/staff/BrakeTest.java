package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Who asks on although he is refused hears it later and later. The clock stands still unless a
/// test moves it, and to wait takes no time.
final class BrakeTest {
  private static final int AT_ONCE = Brake.TOLD.burst();
  private static final Duration EACH = Duration.ofSeconds(1).dividedBy(Brake.TOLD.perSecond());

  private final List<Duration> naps = new ArrayList<>();
  private final Semaphore places = new Semaphore(Brake.MOST_IN_ALL);
  private final Brake brake = new Brake(naps::add, places, 0);

  private void refuse(int many, long now) {
    for (int i = 0; i < many; i++) {
      brake.hold(now);
    }
  }

  @Test
  void the_first_refusals_are_told_at_once() {
    refuse(AT_ONCE, 0);
    assertThat(naps).isEmpty();
  }

  @Test
  void those_after_them_are_told_one_after_the_other() {
    refuse(AT_ONCE + 3, 0);
    assertThat(naps).containsExactly(EACH, EACH.multipliedBy(2), EACH.multipliedBy(3));
  }

  @Test
  void none_is_kept_back_for_longer_than_a_second() {
    refuse(AT_ONCE + 1000, 0);
    assertThat(naps).hasSize(1000).allMatch(it -> it.compareTo(Brake.LONGEST) <= 0);
    assertThat(naps.getLast()).isEqualTo(Brake.LONGEST);
  }

  @Test
  void who_stops_asking_for_a_while_hears_it_at_once_again() {
    refuse(AT_ONCE + 1000, 0);
    naps.clear();
    refuse(AT_ONCE, Duration.ofSeconds(10).toNanos());
    assertThat(naps).isEmpty();
  }

  @Test
  void of_one_caller_only_so_many_wait_and_the_others_are_told_at_once() throws Exception {
    var waiting = new Waiting(places);

    waiting.refuse(AT_ONCE + Brake.MOST_OF_ONE);
    waiting.await(Brake.MOST_OF_ONE);
    // On this thread, which would never come back if it waited.
    waiting.brake.hold(0);
    assertThat(waiting.naps).hasValue(Brake.MOST_OF_ONE);

    waiting.wake();
    assertThat(places.availablePermits()).isEqualTo(Brake.MOST_IN_ALL);
  }

  @Test
  void of_all_callers_only_so_many_wait() throws Exception {
    var few = new Semaphore(2);
    var waiting = new Waiting(few);

    waiting.refuse(AT_ONCE + 2);
    waiting.await(2);
    waiting.brake.hold(0);

    waiting.wake();
    assertThat(few.availablePermits()).isEqualTo(2);
  }

  @Test
  void when_everything_ends_it_is_told_at_once() {
    var interrupted =
        new Brake(
            _ -> {
              throw new InterruptedException();
            },
            places,
            0);
    for (int i = 0; i <= AT_ONCE; i++) {
      interrupted.hold(0);
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(places.availablePermits()).isEqualTo(Brake.MOST_IN_ALL);
  }

  /// Refusals that are kept back until they are woken.
  private static final class Waiting {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Semaphore asleep = new Semaphore(0);
    private final AtomicInteger naps = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private final Brake brake;

    Waiting(Semaphore places) {
      brake =
          new Brake(
              _ -> {
                naps.incrementAndGet();
                asleep.release();
                over.await();
              },
              places,
              0);
    }

    void refuse(int many) {
      for (int i = 0; i < many; i++) {
        threads.add(Thread.ofVirtual().start(() -> brake.hold(0)));
      }
    }

    void await(int many) throws InterruptedException {
      assertThat(asleep.tryAcquire(many, 30, TimeUnit.SECONDS)).isTrue();
    }

    void wake() throws InterruptedException {
      over.countDown();
      for (var thread : threads) {
        thread.join();
      }
    }
  }
}
