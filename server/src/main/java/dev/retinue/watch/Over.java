package dev.retinue.watch;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.util.LinkedHashMap;
import java.util.Map;

/// The runs that were over lately: who tells of one what was before that comes too late. Notices
/// are told by many threads, and the last may come first.
final class Over {
  private static final int MOST = 10_000;

  /// With how many events each was over.
  private final Map<RunId, Long> runs =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Long> eldest) {
          return size() > MOST;
        }
      };

  static boolean is(Run run) {
    return run.ended() && !run.ending();
  }

  synchronized void note(Run run) {
    runs.merge(run.id(), run.sequence(), Math::max);
  }

  /// Whether it was over when this was not yet so.
  synchronized boolean isLate(Run run) {
    var last = runs.get(run.id());
    return last != null && last >= run.sequence();
  }
}
