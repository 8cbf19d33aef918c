package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RemovalTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private final Stubborn stubborn = new Stubborn();
  private TestData data;
  private TestStaff staff;

  @BeforeEach
  void open() {
    data = new TestData(folder, clock);
    staff =
        TestStaff.on(data.runs(), data.blobs(), clock)
            .hire("player", "")
            .hire("middle", "spend $0.25\nstart child: go\nhang")
            .hire("child", "deliver something\nprint 1kb\nhang")
            .hire(
                new Agent(
                    "stubborn",
                    "",
                    new Agent.Means("stubborn", null),
                    "",
                    List.of(),
                    Agent.Limits.NONE))
            .begin(new ScriptedRuntime(clock), stubborn);
  }

  @AfterEach
  void close() {
    stubborn.leave.countDown();
    staff.close();
    data.close();
  }

  private static void refused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RetinueException.class, it -> assertThat(it.code()).isEqualTo(code));
  }

  private RunId begun(String script) {
    var run = staff.staff().start(ANNA, StartRequest.of("player", script)).id();
    staff.await(run, it -> it.ended() || it.state() instanceof State.Waiting);
    return run;
  }

  /// Waits until the disk has nothing of it, as what lets it go does so on its own.
  private void awaitGone(RunId run) {
    staff.staff().removals().sweep();
    assertThat(data.runs().recorded(run)).isEmpty();
  }

  @Test
  void what_has_ended_is_gone_at_once_with_all_that_was_kept_of_it() throws IOException {
    var run = begun("deliver much\ncomplete Done");
    staff.awaitEnd(run);

    staff.staff().remove(ANNA, run);

    assertThat(staff.staff().find(ANNA, run)).isEmpty();
    assertThat(staff.staff().find(OWNER, run)).isEmpty();
    assertThat(staff.all()).isEmpty();
    assertThat(staff.staff().feed().readAll(OWNER, 0, 100).events()).isEmpty();
    refused(ErrorCode.NOT_FOUND, () -> staff.staff().remove(ANNA, run));
    refused(ErrorCode.NOT_FOUND, () -> staff.staff().stop(ANNA, run, "enough"));
    refused(ErrorCode.NOT_FOUND, () -> staff.staff().restart(ANNA, run));
    refused(ErrorCode.NOT_FOUND, () -> staff.staff().complete(ANNA, run, "late", new byte[0]));
    awaitGone(run);
    try (var files = Files.walk(folder.resolve("blobs"))) {
      assertThat(files.filter(it -> it.toString().contains(run.text()))).isEmpty();
    }
  }

  @Test
  void what_is_at_work_is_gone_at_once_and_keeps_its_slot_until_it_is_over()
      throws InterruptedException {
    var run = staff.staff().start(ANNA, StartRequest.of("stubborn", "go")).id();
    stubborn.begun.await();

    staff.staff().remove(ANNA, run);

    assertThat(staff.staff().find(OWNER, run)).isEmpty();
    stubborn.told.await();
    assertThat(staff.staff().crew().atWork()).isEqualTo(1);
    staff.staff().removals().sweep();
    var left = data.runs().recorded(run).orElseThrow();
    assertThat(left.state()).isInstanceOf(State.Stopped.class);
    assertThat(left.ending()).isTrue();

    stubborn.leave.countDown();
    stubborn.awaitLeft();

    assertThat(stubborn.wrong).isNull();
    awaitReleased(run);
    assertThat(data.runs().open()).isEmpty();
    awaitGone(run);
  }

  private void awaitReleased(RunId run) throws InterruptedException {
    var rung = new Semaphore(0);
    try (var _ = staff.staff().bells().listen(run, rung::release)) {
      while (data.runs().recorded(run).map(Run::ending).orElse(false)) {
        rung.acquire();
      }
    }
  }

  @Test
  void everything_below_goes_too_and_what_is_above_goes_on_and_keeps_what_it_paid() {
    var parent = start("start middle: go\nawait\nask Well?");
    var middle = awaitBelow(parent);
    var child = awaitBelow(middle);

    staff.staff().remove(ANNA, middle);

    staff.await(parent, it -> it.state() instanceof State.Waiting);
    assertThat(staff.all()).extracting(Run::id).containsExactly(parent);
    assertThat(staff.account(parent).spent().cost()).isEqualTo(Money.usd("0.25"));
    assertThat(data.runs().recorded(child).orElseThrow().state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void a_removed_child_is_to_its_parent_one_that_was_stopped() {
    var parent =
        staff
            .staff()
            .start(ANNA, StartRequest.of("player", "start child: go\nawait\ncomplete {results}"))
            .id();
    var child = awaitBelow(parent);

    staff.staff().remove(ANNA, child);

    var ended = staff.awaitEnd(parent);
    assertThat(ended.state()).isInstanceOf(State.Completed.class);
    assertThat(staff.all()).extracting(Run::id).containsExactly(parent);
    assertThat(staff.account(parent).runs()).as("it was started all the same").isEqualTo(1);
  }

  @Test
  void those_below_one_that_has_ended_are_stopped_and_gone_too() {
    var parent = start("start child: go\ncomplete Done");
    staff.awaitEnd(parent);
    var child = awaitBelow(parent);

    staff.staff().remove(ANNA, parent);

    assertThat(staff.all()).isEmpty();
    assertThat(data.runs().recorded(child).map(Run::ended).orElse(true)).isTrue();
  }

  private RunId start(String script) {
    return staff.staff().start(ANNA, StartRequest.of("player", script)).id();
  }

  /// The one that it has started, once that is at work.
  private RunId awaitBelow(RunId above) {
    staff.awaitEvent(above, it -> it instanceof RunEvent.Learned);
    var below =
        staff.all().stream()
            .filter(it -> it.commission().lineage().parent().equals(Optional.of(above)))
            .findFirst()
            .orElseThrow();
    staff.await(below.id(), it -> it.state() instanceof State.Running);
    return below.id();
  }

  @Test
  void only_who_sees_a_run_and_may_do_something_removes_it_and_no_run_does() {
    var run = begun("ask Well?");
    refused(ErrorCode.NOT_FOUND, () -> staff.staff().remove(BERT, run));
    refused(
        ErrorCode.FORBIDDEN,
        () -> staff.staff().remove(new Caller("anna", "reader", Caller.Scope.READ, null), run));
    refused(ErrorCode.FORBIDDEN, () -> staff.staff().remove(Crew.callerOf(staff.run(run)), run));
    assertThat(staff.run(run).state()).isInstanceOf(State.Waiting.class);
  }

  @Test
  void a_retry_of_its_start_is_told_that_it_was_deleted_also_when_nothing_is_left_of_it() {
    var request =
        StartRequest.of("player", "complete Done")
            .once(new StartKey("anna", "agent_start", "key-1", "digest-1"));
    var run = staff.staff().start(ANNA, request).id();
    staff.awaitEnd(run);
    staff.staff().remove(ANNA, run);

    refused(ErrorCode.CONFLICT, () -> staff.staff().start(ANNA, request));
    awaitGone(run);
    assertThatThrownBy(() -> staff.staff().start(ANNA, request)).hasMessageContaining("deleted");
    assertThat(staff.all()).isEmpty();
  }

  @Test
  void who_waits_for_it_is_told_that_it_is_gone() throws Exception {
    var run = begun("ask Well?");
    var waiting =
        CompletableFuture.runAsync(
            () ->
                refused(
                    ErrorCode.NOT_FOUND,
                    () -> staff.staff().await(ANNA, run, Run::ended, Duration.ofSeconds(30))));

    staff.staff().remove(ANNA, run);

    waiting.get(20, TimeUnit.SECONDS);
  }

  @Test
  void what_a_killed_process_had_removed_stays_gone_and_the_next_one_lets_it_go()
      throws InterruptedException {
    var run = staff.staff().start(ANNA, StartRequest.of("stubborn", "go")).id();
    stubborn.begun.await();
    staff.staff().remove(ANNA, run);
    data.close();
    stubborn.leave.countDown();

    data = new TestData(folder, clock);
    staff = TestStaff.on(data.runs(), data.blobs(), clock).begin(stubborn);

    assertThat(staff.staff().find(OWNER, run)).isEmpty();
    assertThat(staff.all()).isEmpty();
    assertThat(data.runs().open()).isEmpty();
    awaitGone(run);
  }

  /// Takes its time to end, and says a last word.
  private static final class Stubborn implements AgentRuntime {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private volatile @Nullable Exception wrong;

    @Override
    public String name() {
      return "stubborn";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      work.whenEnded(told::countDown);
      begun.countDown();
      leave.await();
      try {
        work.print(new byte[] {'x'});
        work.deliver(new byte[] {'y'});
      } catch (RuntimeException e) {
        wrong = e;
      } finally {
        left.countDown();
      }
    }

    void awaitLeft() throws InterruptedException {
      left.await();
    }

    @Override
    public boolean canResume(Run run) {
      return true;
    }
  }
}
