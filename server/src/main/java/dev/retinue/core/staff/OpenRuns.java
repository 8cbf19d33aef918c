package dev.retinue.core.staff;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.Run;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Counts the runs of each caller that have not ended, exactly, also while many start at once.
final class OpenRuns {
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final int most;

  OpenRuns(int most) {
    this.most = most;
  }

  /// Counts one that is about to start, or refuses it.
  void begin(String caller) {
    counts.merge(
        caller,
        1,
        (open, one) -> {
          if (open >= most) {
            throw LimitHit.of(
                    Limit.OPEN_RUNS,
                    LimitHit.Whose.caller(caller),
                    most,
                    LimitHit.Frees.when("one of its runs ends"))
                .refusal(
                    "%d runs of caller '%s' have not ended, and no more are allowed; wait for some or stop them."
                        .formatted(open, Excerpt.of(caller)));
          }
          return open + one;
        });
  }

  /// Counts what was there before this process, and nothing else.
  void begin(List<Run> found) {
    counts.clear();
    for (var run : found) {
      if (!run.ended()) {
        counts.merge(run.commission().caller(), 1, Integer::sum);
      }
    }
  }

  Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }

  void end(String caller) {
    counts.computeIfPresent(caller, (_, open) -> open > 1 ? open - 1 : null);
  }
}
