package dev.retinue.core;

import static dev.retinue.core.Sample.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Of many who end a run at once exactly one does, wherever runs are kept. Whoever keeps runs
/// extends this, and says how it keeps one.
public abstract class EndingRaceContract {
  /// How many change a run at once.
  protected static final int CROWD = 24;

  private static final Usage USAGE = Sample.usage("0.01", 7, 1);
  private static final Need NEED = new Need("1", Need.Kind.ANSWER, "Which colour?", null);
  private static final List<Function<Run, List<RunEvent>>> ENDINGS =
      List.of(
          run -> run.stop("enough", NOON),
          run -> run.stop("the caller is gone", NOON.plusSeconds(1)),
          run -> run.complete("done", null, State.Evidence.CLAIMED, NOON.plusSeconds(2)),
          run -> run.complete("all done", null, State.Evidence.ASSUMED, NOON.plusSeconds(3)),
          run -> run.fail(FailureReason.TIMEOUT, "too slow", NOON.plusSeconds(4)),
          run -> run.fail(FailureReason.LOST, "gone", NOON.plusSeconds(5)));
  private static final List<Function<Run, List<RunEvent>>> OTHERS =
      List.of(
          run -> run.spend(USAGE, NOON),
          run -> run.ask(NEED, NOON),
          run -> run.answer("1", "blue", NOON),
          run -> run.observe(new RunEvent.Said(NOON, "text")));

  /// Where one run is kept.
  public interface Register {
    /// Looks at the run, decides and records the events, in one step, and answers with the run as
    /// it is then.
    Run change(Function<Run, List<RunEvent>> decide);

    Run now();

    /// All that was recorded since the run was kept, in order.
    List<RunEvent> events();
  }

  /// Keeps this new run.
  protected abstract Register keep(Run run);

  protected int rounds() {
    return 200;
  }

  @Test
  public void of_many_who_end_a_run_at_once_exactly_one_does() throws Exception {
    var random = new SplittableRandom(1);
    for (int round = 0; round < rounds(); round++) {
      race(RunId.random(RunId.Prefix.AGENT, random), round);
    }
  }

  /// Two of three try to end it, one does something else.
  final void race(RunId id, int round) throws InterruptedException, ExecutionException {
    var fresh = Sample.run(id, "ada", Lineage.ROOT, Budget.UNLIMITED);
    var register = keep(fresh);
    register.change(run -> run.queue(NOON));
    register.change(run -> run.start(NOON));
    var start = new CountDownLatch(1);
    var crowd = new ArrayList<Callable<Seen>>();
    for (int i = 0; i < CROWD; i++) {
      boolean ends = i % 3 != 0;
      var commands = ends ? ENDINGS : OTHERS;
      var command = commands.get((i + round) % commands.size());
      crowd.add(
          () -> {
            start.await();
            return new Seen(ends, register.change(command));
          });
    }
    check(fresh, register, seenBy(crowd, start));
  }

  /// What one of the crowd was answered.
  private record Seen(boolean ends, Run run) {}

  private static List<Seen> seenBy(List<Callable<Seen>> crowd, CountDownLatch start)
      throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = crowd.stream().map(threads::submit).toList();
      start.countDown();
      var seen = new ArrayList<Seen>();
      for (var answer : answers) {
        seen.add(answer.get());
      }
      return seen;
    }
  }

  private static void check(Run fresh, Register register, List<Seen> seen) {
    var end = register.now();
    var events = register.events();
    assertThat(events).filteredOn(EndingRaceContract::isEnding).hasSize(1);
    assertThat(seen).filteredOn(Seen::ends).allMatch(one -> one.run().ended());
    assertThat(seen)
        .filteredOn(one -> one.run().ended())
        .allMatch(one -> one.run().state().equals(end.state()));
    var late = events.stream().filter(event -> event instanceof RunEvent.ResultCameLate).toList();
    assertThat(late).hasSize(end.state() instanceof State.Stopped && !late.isEmpty() ? 1 : 0);
    assertThat(end.sequence()).isEqualTo(events.size());
    assertThat(fresh.apply(events)).isEqualTo(end);
  }

  private static boolean isEnding(RunEvent event) {
    return event instanceof RunEvent.Completed
        || event instanceof RunEvent.Failed
        || event instanceof RunEvent.Stopped;
  }
}
