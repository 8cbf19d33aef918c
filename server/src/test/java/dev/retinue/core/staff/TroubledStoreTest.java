package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// While the store has trouble runs wait; when it is well again nothing was forgotten.
final class TroubledStoreTest {
  @TempDir private Path folder;
  private TestData data;
  private TroubledStore store;
  private TestStaff staff;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    data = new TestData(folder, clock);
    store = new TroubledStore(data.runs());
    staff =
        TestStaff.on(store, data.blobs(), clock)
            .hire("player", "")
            .hire("sleeper", "hang")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    store.heal();
    staff.close();
    data.close();
  }

  @Test
  void a_run_whose_time_is_over_while_the_disk_is_full_ends_when_there_is_room()
      throws InterruptedException {
    var oneSecond = new Terms(new Budget(null, null, null, 1L, null), true, null, null);
    var run = staff.start(StartRequest.of("sleeper", "sleep").under(oneSecond));
    staff.await(run, it -> it.state() instanceof State.Running);
    store.fill();
    store.awaitRefusal();
    store.heal();
    assertThat(staff.awaitEnd(run).state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.TIMEOUT));
  }

  @Test
  void a_run_that_was_taken_while_nothing_could_be_read_is_carried_out()
      throws InterruptedException {
    store.makeUnreadable();
    var first = staff.start("player", "complete One");
    var second = staff.start("player", "complete Two");
    store.awaitRefusal();
    store.heal();
    assertThat(staff.awaitEnd(first).state()).isInstanceOf(State.Completed.class);
    assertThat(staff.awaitEnd(second).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void whoever_waits_looks_again_when_it_is_as_wished_and_not_with_every_change() throws Exception {
    var script = "ask Shall I?\n" + "say a word\n".repeat(50) + "complete Done";
    var run = staff.start("player", script);
    var need = staff.await(run, it -> !it.needs().isEmpty()).needs().getFirst();
    var asked = new CountDownLatch(1);
    var ended =
        CompletableFuture.supplyAsync(
            () ->
                staff.await(
                    run,
                    it -> {
                      asked.countDown();
                      return it.ended();
                    }));
    asked.await();
    int before = store.finds();
    staff.staff().answer(TestStaff.OWNER, run, need.id(), "yes");
    assertThat(ended.get().sequence()).isGreaterThan(50);
    // On a busy machine others look meanwhile too, but nobody once for each of the 50 changes.
    assertThat(store.finds() - before).isLessThan(25);
  }

  @Test
  void nothing_is_begun_any_more_when_the_staff_closes() throws Exception {
    store.hold();
    var run = staff.start("sleeper", "sleep");
    var dispatcher = store.awaitHeld();
    staff.close();
    dispatcher.join();
    assertThat(staff.staff().crew().atWork()).isZero();
    assertThat(staff.run(run).state()).isInstanceOf(State.Queued.class);
  }
}
