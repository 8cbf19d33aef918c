package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FeedTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);
  private static final String TALK = "repeat 50\nsay something\nend\ncomplete Done";

  @TempDir private Path folder;
  private TestStaff staff;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff = TestStaff.in(folder, clock).hire("player", "").begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void who_follows_a_run_gets_every_event_once_and_in_order_whenever_he_comes() throws Exception {
    var run = staff.start("player", TALK);
    var early = new Reader();
    try (var _ = staff.staff().feed().follow(OWNER, run, 0, early)) {
      staff.awaitEnd(run);
      long last = staff.run(run).sequence();
      early.awaitUpTo(last);
      var late = new Reader();
      try (var _ = staff.staff().feed().follow(OWNER, run, 0, late)) {
        late.awaitUpTo(last);
      }
      var middle = new Reader();
      try (var _ = staff.staff().feed().follow(OWNER, run, 10, middle)) {
        middle.awaitUpTo(last);
      }

      assertThat(early.sequences()).isEqualTo(LongStream.rangeClosed(1, last).boxed().toList());
      assertThat(late.events).isEqualTo(early.events);
      assertThat(middle.events).isEqualTo(early.events.subList(10, (int) last));
    }
  }

  @Test
  void who_follows_everything_goes_on_from_his_cursor_without_gap_or_duplicate() throws Exception {
    var feed = staff.staff().feed();
    var all = new ArrayList<Recorded>();
    long cursor = 0;
    for (int i = 0; i < 5; i++) {
      var run = staff.start("player", TALK);
      var reader = new Reader();
      // Leaves in the middle of it, and comes back with the cursor that it has.
      var follower = feed.followAll(OWNER, cursor, reader);
      reader.awaitCount(20);
      follower.close();
      follower.awaitIdle();
      cursor = follower.cursor();
      all.addAll(reader.events);
      staff.awaitEnd(run);
    }
    all.addAll(feed.readAll(OWNER, cursor, 10_000).events());

    assertThat(all).isEqualTo(feed.readAll(OWNER, 0, 10_000).events());
    assertThat(all).extracting(Recorded::position).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_caller_sees_only_what_is_his_and_his_cursor_moves_on_beyond_the_rest() {
    var hers = staff.staff().start(ANNA, StartRequest.of("player", TALK)).id();
    var his = staff.staff().start(BERT, StartRequest.of("player", TALK)).id();
    staff.awaitEnd(hers);
    staff.awaitEnd(his);

    var page = staff.staff().feed().readAll(ANNA, 0, 10_000);
    var everything = staff.staff().feed().readAll(OWNER, 0, 10_000);

    assertThat(page.events()).extracting(Recorded::run).containsOnly(hers);
    assertThat(page.events()).hasSize((int) staff.run(hers).sequence());
    assertThat(page.position()).isEqualTo(everything.position());
  }

  @Test
  void a_slow_reader_slows_only_itself() throws Exception {
    var run = staff.start("player", TALK);
    var blocked = new CountDownLatch(1);
    var slow = new Reader();
    var quick = new Reader();
    Feed.Sink patient =
        (events, cursor) -> {
          try {
            blocked.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return slow.take(events, cursor);
        };
    try (var _ = staff.staff().feed().follow(OWNER, run, 0, patient);
        var _ = staff.staff().feed().follow(OWNER, run, 0, quick)) {
      staff.awaitEnd(run);
      long last = staff.run(run).sequence();
      quick.awaitUpTo(last);
      assertThat(slow.events).isEmpty();

      blocked.countDown();

      slow.awaitUpTo(last);
      assertThat(slow.events).isEqualTo(quick.events);
    }
  }

  @Test
  void a_reader_that_has_enough_hears_no_more() throws Exception {
    var run = staff.start("player", "say one\nask Go on?\nsay two");
    var first = new Reader();
    try (var _ =
        staff
            .staff()
            .feed()
            .follow(
                OWNER,
                run,
                0,
                (events, cursor) -> {
                  first.take(events, cursor);
                  return false;
                })) {
      first.awaitCount(1);
      int heard = first.events.size();
      var waiting = staff.await(run, it -> !it.needs().isEmpty());
      staff.staff().answer(OWNER, run, waiting.needs().getFirst().id(), "yes");
      staff.awaitEnd(run);

      assertThat(first.events).hasSize(heard);
    }
  }

  @Test
  void a_reader_that_fails_is_not_told_the_same_again() throws Exception {
    var run = staff.start("player", "say one\ncomplete Done");
    staff.awaitEnd(run);
    var tried = new AtomicInteger();
    var follower =
        staff
            .staff()
            .feed()
            .follow(
                OWNER,
                run,
                0,
                (_, _) -> {
                  if (tried.incrementAndGet() == 1) {
                    throw new RetinueException(ErrorCode.INTERNAL_ERROR, "I broke.");
                  }
                  return true;
                });

    follower.awaitIdle();

    assertThat(tried.get()).isEqualTo(1);
    assertThat(follower.cursor()).isZero();
  }

  /// Keeps what it is given.
  private static final class Reader implements Feed.Sink {
    private final List<Recorded> events = Collections.synchronizedList(new ArrayList<>());

    @Override
    public synchronized boolean take(List<Recorded> more, long cursor) {
      events.addAll(more);
      notifyAll();
      return true;
    }

    void awaitUpTo(long sequence) throws InterruptedException {
      awaitThat(() -> !events.isEmpty() && events.getLast().sequence() >= sequence);
    }

    void awaitCount(int count) throws InterruptedException {
      awaitThat(() -> events.size() >= count);
    }

    private synchronized void awaitThat(BooleanSupplier wished) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (!wished.getAsBoolean()) {
        assertThat(System.nanoTime()).as("time left").isLessThan(deadline);
        wait(1000);
      }
    }

    List<Long> sequences() {
      return events.stream().map(Recorded::sequence).toList();
    }
  }
}
