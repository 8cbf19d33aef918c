package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecoveryTest {
  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  @Test
  void what_cannot_be_resumed_is_truthfully_interrupted_with_what_it_had_done() {
    var run = leaveOneAtWork(new Reserving(false));

    try (var later = opened().begin(new Reserving(false))) {
      var ended = later.awaitEnd(run);
      assertThat(ended.state())
          .isInstanceOfSatisfying(
              State.Failed.class,
              it -> {
                assertThat(it.reason()).isEqualTo(FailureReason.INTERRUPTED);
                assertThat(it.message()).contains("restarted");
              });
      assertThat(later.found()).isEqualTo(new Recovery.Report(0, 1, 0));
      assertThat(ended.dossier().recentOutput()).isEqualTo("half done");
      assertThat(later.account(run).reserved()).as("nothing stays promised").isEqualTo(Usage.NONE);
    }
  }

  @Test
  void what_can_be_resumed_is_taken_up_again_by_one_and_only_one() {
    var run = leaveOneAtWork(new Reserving(true));

    try (var later = opened()) {
      var finishing = new Finishing();
      later.begin(finishing);
      var ended = later.awaitEnd(run);
      assertThat(ended.state()).isInstanceOf(State.Completed.class);
      assertThat(ended.tenure().epoch()).isEqualTo(2);
      assertThat(later.events(run).stream().filter(it -> it instanceof RunEvent.Requeued))
          .hasSize(1);
      assertThat(later.events(run).stream().filter(it -> it instanceof RunEvent.Started))
          .hasSize(2);
      assertThat(later.account(run).reserved()).isEqualTo(Usage.NONE);
    }
  }

  @Test
  void a_runtime_that_is_gone_leaves_an_interrupted_run() {
    var run = leaveOneAtWork(new Reserving(true));

    try (var later = opened().begin()) {
      assertThat(later.awaitEnd(run).state()).isInstanceOf(State.Failed.class);
    }
  }

  @Test
  void what_waits_in_line_is_still_in_line() {
    RunId run;
    try (var first = opened()) {
      run = first.start("worker", "go");
    }
    try (var later = opened().begin(new Finishing())) {
      assertThat(later.awaitEnd(run).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void what_an_earlier_carrier_still_says_is_not_heard() {
    var before = new Reserving(true);
    try (var first = opened().begin(before)) {
      var run = first.start("worker", "go");
      first.awaitEvent(run, it -> it instanceof RunEvent.Said);
      first
          .staff()
          .change(
              change -> {
                var now = change.require(run);
                return change.record(now, now.requeue(change.now(), "taken away"));
              });
      first.await(run, it -> it.tenure().epoch() == 2);

      var grave = Objects.requireNonNull(before.firstWork.get());
      grave.tell(new RunEvent.Said(TestClock.NOON, "from the grave"));
      grave.complete("from the grave", State.Evidence.CLAIMED);

      assertThat(first.run(run).ended()).isFalse();
      assertThat(first.run(run).dossier().recentOutput()).isEqualTo("half done");
    }
  }

  /// A process that ends in the middle: its crew is closed, and what it had is as a kill leaves it.
  private RunId leaveOneAtWork(Reserving runtime) {
    var left = opened().begin(runtime);
    var run = left.start("worker", "go");
    var atWork = left.awaitEvent(run, it -> it instanceof RunEvent.Said);
    assertThat(atWork.tenure().reserved()).isEqualTo(Usage.cost(Money.usd("0.5")));
    left.kill();
    return run;
  }

  private TestStaff opened() {
    return TestStaff.in(folder, clock).hire(agent());
  }

  /// Where nothing is limited, nothing is promised.
  private static Agent agent() {
    var limits = new Agent.Limits(Budget.cost(Money.usd("10")), false);
    return new Agent("worker", "works", new Agent.Means("work", null), "", List.of(), limits);
  }

  /// Reserves something, says something, and then does nothing for ever.
  private static final class Reserving implements AgentRuntime {
    private final boolean resumable;
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicReference<@Nullable Work> firstWork = new AtomicReference<>();

    Reserving(boolean resumable) {
      this.resumable = resumable;
    }

    @Override
    public String name() {
      return "work";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      firstWork.compareAndSet(null, work);
      work.reserve(Usage.cost(Money.usd("0.5")));
      work.tell(new RunEvent.Said(TestClock.NOON, "half done"));
      never.await();
    }

    @Override
    public boolean canResume(Run run) {
      return resumable;
    }
  }

  private static final class Finishing implements AgentRuntime {
    @Override
    public String name() {
      return "work";
    }

    @Override
    public void carryOut(Work work) {
      work.complete(work.resumed() ? "resumed" : "fresh", State.Evidence.CLAIMED);
    }

    @Override
    public boolean canResume(Run run) {
      return true;
    }
  }
}
