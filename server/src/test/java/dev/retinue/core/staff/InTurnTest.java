package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// One who storms waits for himself, and lets the others through. The clock stands still unless a
/// test moves it.
final class InTurnTest {
  private static final int CORES = 2;

  private final AtomicLong nanos = new AtomicLong();
  private final InTurn turns = new InTurn(CORES, nanos::get);

  @Test
  void who_is_alone_never_waits() {
    for (int i = 0; i < 100; i++) {
      turns.enter("anna");
    }
  }

  @Test
  void while_another_asks_one_has_as_many_at_once_as_there_are_cores() throws Exception {
    turns.note("bert");
    var storm = new Crowd(10);

    storm.awaitInside(CORES);
    assertThat(storm.left()).isEqualTo(10 - CORES);
    turns.enter("bert").leave();

    // One goes, one comes.
    storm.letGo();
    storm.awaitInside(1);
    assertThat(storm.left()).isEqualTo(10 - CORES - 1);
    storm.letAllGo();
  }

  @Test
  void a_hundred_of_one_who_storms_wait_and_the_one_of_another_does_not() throws Exception {
    turns.note("bert");
    var storm = new Crowd(100);
    storm.awaitInside(CORES);

    // On this thread: if he stood behind them, this test would never end.
    turns.enter("bert").leave();

    assertThat(storm.left()).isEqualTo(100 - CORES);
    storm.letAllGo();
  }

  @Test
  void who_takes_long_gives_his_place_to_the_next() throws Exception {
    turns.note("bert");
    turns.enter("anna");
    turns.enter("anna");
    nanos.addAndGet(Duration.ofMillis(60).toNanos());

    var third = new Crowd(1);

    third.awaitInside(1);
    third.letAllGo();
  }

  @Test
  void those_who_wait_behind_the_first_get_the_places_of_those_who_take_long() throws Exception {
    turns.note("bert");
    turns.enter("anna");
    turns.enter("anna");
    var five = new Crowd(5);
    five.awaitWaiting();
    nanos.addAndGet(Duration.ofMillis(60).toNanos());
    five.awaitInside(CORES);

    // Nobody leaves: only the time tells that it is the turn of the third.
    nanos.addAndGet(Duration.ofMillis(60).toNanos());
    five.awaitInside(CORES);

    five.letAllGo();
  }

  @Test
  void a_second_after_the_others_have_gone_nobody_waits_any_more() {
    turns.note("bert");
    turns.enter("anna");
    nanos.addAndGet(Duration.ofMillis(1001).toNanos());
    for (int i = 0; i < 100; i++) {
      turns.enter("anna");
    }
  }

  @Test
  void who_is_called_off_waits_no_longer_and_is_told_whose_limit_it_is() {
    turns.note("bert");
    turns.enter("anna");
    turns.enter("anna");
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> turns.enter("anna"))
        .hasMessageContaining("fixed.requests-at-work-per-core of caller:anna");
    assertThat(Thread.interrupted()).isTrue();
  }

  /// Requests of one caller, each on a thread of its own.
  private final class Crowd {
    private final AtomicInteger outside;
    private final BlockingQueue<Boolean> inside = new ArrayBlockingQueue<>(200);
    private final BlockingQueue<Boolean> leave = new ArrayBlockingQueue<>(200);
    private final CountDownLatch gone;
    private final List<Thread> threads = new ArrayList<>();

    Crowd(int many) {
      this.outside = new AtomicInteger(many);
      this.gone = new CountDownLatch(many);
      for (int i = 0; i < many; i++) {
        threads.add(Thread.ofVirtual().start(this::visit));
      }
    }

    private void visit() {
      var place = turns.enter("anna");
      outside.decrementAndGet();
      inside.add(true);
      try {
        leave.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      place.leave();
      gone.countDown();
    }

    /// All of them stand in line.
    void awaitWaiting() {
      for (var thread : threads) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }
      }
    }

    int left() {
      return outside.get();
    }

    void awaitInside(int many) throws InterruptedException {
      for (int i = 0; i < many; i++) {
        assertThat(inside.poll(10, TimeUnit.SECONDS)).isTrue();
      }
    }

    void letGo() {
      leave.add(true);
    }

    void letAllGo() throws InterruptedException {
      // Counted once: they go while they are let go, and each needs a word of its own.
      long many = gone.getCount();
      for (int i = 0; i < many; i++) {
        leave.add(true);
      }
      assertThat(gone.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
