package dev.retinue.core.line;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The runs that wait to begin, as this process knows them. Callers take turns, so that a hundred
/// runs of one do not keep the single one of another waiting. What stands here is a hint: whether a
/// run still waits is decided by its record.
public final class Line {
  private static final int MOST_TURNS = 10_000;

  private final Map<RunId, Waiting> below = new LinkedHashMap<>();
  private final Map<String, Map<RunId, Waiting>> roots = new LinkedHashMap<>();
  // Who had his turn when, also of those who are not in line now: else one who comes again and
  // again
  // would always be first. Those longest ago are forgotten.
  private final Map<String, Long> lastTurns = new LinkedHashMap<>();
  private long turns;

  /// One who waits.
  ///
  /// @param parent the run directly above it, if there is one
  public record Waiting(RunId id, String caller, String runtime, @Nullable RunId parent) {}

  /// Puts a run at the end, unless it is in line.
  public synchronized void add(Run run) {
    var commission = run.commission();
    var parent = commission.lineage().parent().orElse(null);
    var waiting = new Waiting(run.id(), commission.caller(), commission.agent().runtime(), parent);
    of(run).putIfAbsent(run.id(), waiting);
  }

  private Map<RunId, Waiting> of(Run run) {
    return run.commission().lineage().depth() > 0
        ? below
        : roots.computeIfAbsent(run.commission().caller(), _ -> new LinkedHashMap<>());
  }

  public synchronized void remove(Waiting gone) {
    below.remove(gone.id());
    var his = roots.get(gone.caller());
    if (his != null && his.remove(gone.id()) != null && his.isEmpty()) {
      roots.remove(gone.caller());
    }
  }

  /// Those below others that wait longest.
  ///
  /// @param mayBegin asked once for each in this order, and told by it that it begins
  public synchronized List<Waiting> below(int most, Predicate<Waiting> mayBegin) {
    var chosen = new ArrayList<Waiting>();
    for (var next : below.values()) {
      if (chosen.size() >= most) {
        break;
      }
      if (mayBegin.test(next)) {
        chosen.add(next);
      }
    }
    return chosen;
  }

  /// The next of those that are below nobody: of each caller in turn the one that waits longest.
  ///
  /// @param mayBegin asked once for each in this order, and told by it that it begins
  public synchronized List<Waiting> roots(int most, Predicate<Waiting> mayBegin) {
    var chosen = new ArrayList<Waiting>();
    var passed = new ArrayList<>(roots.keySet());
    passed.sort(Comparator.comparingLong(caller -> lastTurns.getOrDefault(caller, 0L)));
    var offsets = new LinkedHashMap<String, Integer>();
    while (chosen.size() < most && !passed.isEmpty()) {
      var again = new ArrayList<String>();
      for (var caller : passed) {
        var his = roots.get(caller);
        int offset = offsets.merge(caller, 1, Integer::sum) - 1;
        var next = his == null ? null : his.values().stream().skip(offset).findFirst().orElse(null);
        if (chosen.size() < most && next != null && mayBegin.test(next)) {
          chosen.add(next);
          again.add(caller);
        }
      }
      passed = again;
    }
    return chosen;
  }

  /// Whoever had his turn lets the others go first.
  public synchronized void hadTurn(String caller) {
    lastTurns.remove(caller);
    lastTurns.put(caller, ++turns);
    if (lastTurns.size() > MOST_TURNS) {
      lastTurns.remove(lastTurns.keySet().iterator().next());
    }
  }

  public synchronized int size() {
    return below.size() + roots.values().stream().mapToInt(Map::size).sum();
  }
}
