package dev.retinue.watch;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// The runs that are not over, as they were last heard of: so that nobody has to ask the store.
final class OpenRuns {
  private static final long NOT = -1;

  private final LongSupplier nanoTime;
  private final Map<RunId, Standing> runs = new ConcurrentHashMap<>();
  private final Over over = new Over();

  /// @param sequence how many events it had: who tells of fewer comes too late
  /// @param since when it came into this state
  record Standing(long sequence, State state, String agent, String runtime, long since) {
    boolean queued() {
      return state instanceof State.Queued;
    }
  }

  OpenRuns(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Notes how it is.
  ///
  /// @return for how many nanoseconds it was in line, if it has just begun
  OptionalLong note(Run run, String agent) {
    long now = nanoTime.getAsLong();
    var waited = new long[] {NOT};
    // One thread at a time for each run, also where it is over.
    runs.compute(
        run.id(),
        (_, before) -> {
          if (Over.is(run)) {
            over.note(run);
            return null;
          }
          if ((before != null && before.sequence > run.sequence()) || over.isLate(run)) {
            return before;
          }
          if (before != null && before.queued() && run.state().active()) {
            waited[0] = now - before.since;
          }
          boolean same = before != null && before.state.word().equals(run.state().word());
          var runtime = run.commission().agent().runtime();
          return new Standing(
              run.sequence(), run.state(), agent, runtime, same ? before.since : now);
        });
    return waited[0] == NOT ? OptionalLong.empty() : OptionalLong.of(waited[0]);
  }

  /// How many there are of each kind: state, agent, runtime.
  Map<List<String>, Double> counts() {
    var counts = new HashMap<List<String>, Double>();
    runs.values()
        .forEach(it -> counts.merge(List.of(word(it), it.agent, it.runtime), 1.0, Double::sum));
    return counts;
  }

  Map<String, Integer> byState() {
    var counts = new TreeMap<String, Integer>();
    runs.values().forEach(it -> counts.merge(word(it), 1, Integer::sum));
    return counts;
  }

  /// One that has ended and is not over is *ending*, whatever its end.
  private static String word(Standing run) {
    return run.state.ended() ? "ending" : run.state.word();
  }

  /// For how many seconds the one has waited that waits longest.
  double oldestSeconds() {
    long now = nanoTime.getAsLong();
    return runs.values().stream()
            .filter(Standing::queued)
            .mapToLong(it -> now - it.since)
            .max()
            .orElse(0)
        / 1e9;
  }
}
