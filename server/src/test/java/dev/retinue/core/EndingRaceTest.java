package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// The race on the smallest thing that keeps a run, and on one that is broken.
class EndingRaceTest extends EndingRaceContract {
  private record Kept(Run run, List<RunEvent> events) {
    Kept with(List<RunEvent> more) {
      var all = new ArrayList<>(events);
      all.addAll(more);
      return new Kept(run.apply(more), all);
    }
  }

  private static class InMemory implements Register {
    final AtomicReference<Kept> kept;

    InMemory(Run run) {
      kept = new AtomicReference<>(new Kept(run, List.of()));
    }

    @Override
    public Run change(Function<Run, List<RunEvent>> decide) {
      return kept.updateAndGet(now -> now.with(decide.apply(now.run()))).run();
    }

    @Override
    public Run now() {
      return kept.get().run();
    }

    @Override
    public List<RunEvent> events() {
      return kept.get().events();
    }
  }

  /// Looks at a run at work and records in two steps, and between them everybody else has looked.
  private static final class InTwoSteps extends InMemory {
    private final CyclicBarrier everybody = new CyclicBarrier(CROWD);

    InTwoSteps(Run run) {
      super(run);
    }

    @Override
    public Run change(Function<Run, List<RunEvent>> decide) {
      if (!now().state().active()) {
        return super.change(decide);
      }
      var events = decide.apply(now());
      try {
        everybody.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException(e);
      }
      return kept.updateAndGet(now -> now.with(events)).run();
    }
  }

  @Override
  protected Register keep(Run run) {
    return new InMemory(run);
  }

  @Test
  void a_register_that_looks_and_records_in_two_steps_is_caught() {
    var broken =
        new EndingRaceContract() {
          @Override
          protected Register keep(Run run) {
            return new InTwoSteps(run);
          }
        };
    assertThatThrownBy(() -> broken.race(Sample.ID, 0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Stopped");
  }
}
