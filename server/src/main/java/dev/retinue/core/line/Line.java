package dev.retinue.core.line;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
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

  private final Lane below = new Lane();
  private final Lane roots = new Lane();

  /// One who waits.
  ///
  /// @param parent the run directly above it, if there is one
  public record Waiting(RunId id, String caller, String runtime, @Nullable RunId parent) {}

  /// Puts a run at the end, unless it is in line.
  public synchronized void add(Run run) {
    var commission = run.commission();
    var parent = commission.lineage().parent().orElse(null);
    laneOf(run)
        .add(new Waiting(run.id(), commission.caller(), commission.agent().runtime(), parent));
  }

  private Lane laneOf(Run run) {
    return run.commission().lineage().depth() > 0 ? below : roots;
  }

  public synchronized void remove(Waiting gone) {
    below.remove(gone);
    roots.remove(gone);
  }

  /// Those below others: of each caller in turn the one that waits longest. One that may not begin
  /// keeps no other waiting.
  ///
  /// @param mayBegin asked once for each in this order, and told by it that it begins
  public synchronized List<Waiting> below(int most, Predicate<Waiting> mayBegin) {
    return below.next(most, mayBegin, true);
  }

  /// The next of those that are below nobody: of each caller in turn the one that waits longest,
  /// until one of his may not begin.
  ///
  /// @param mayBegin asked once for each in this order, and told by it that it begins
  public synchronized List<Waiting> roots(int most, Predicate<Waiting> mayBegin) {
    return roots.next(most, mayBegin, false);
  }

  /// Whoever had his turn lets the others go first.
  public synchronized void hadTurn(Run begun) {
    laneOf(begun).hadTurn(begun.commission().caller());
  }

  /// Whether somebody below others waits.
  public synchronized boolean someBelow() {
    return below.size() > 0;
  }

  public synchronized int size() {
    return below.size() + roots.size();
  }

  /// Those among whom callers take turns.
  private static final class Lane {
    private final Map<String, Map<RunId, Waiting>> ofCaller = new LinkedHashMap<>();
    // Who had his turn when, also of those who are not in line now: else one who comes again and
    // again would always be first. Those longest ago are forgotten.
    private final Map<String, Long> lastTurns = new LinkedHashMap<>();
    private long turns;

    void add(Waiting one) {
      ofCaller.computeIfAbsent(one.caller(), _ -> new LinkedHashMap<>()).putIfAbsent(one.id(), one);
    }

    void remove(Waiting gone) {
      var his = ofCaller.get(gone.caller());
      if (his != null && his.remove(gone.id()) != null && his.isEmpty()) {
        ofCaller.remove(gone.caller());
      }
    }

    /// @param passing whether one that may not begin is passed by others of its caller
    List<Waiting> next(int most, Predicate<Waiting> mayBegin, boolean passing) {
      var chosen = new ArrayList<Waiting>();
      var callers = new ArrayList<>(ofCaller.keySet());
      callers.sort(Comparator.comparingLong(caller -> lastTurns.getOrDefault(caller, 0L)));
      var turn = new ArrayList<Iterator<Waiting>>();
      callers.forEach(
          caller -> turn.add(ofCaller.getOrDefault(caller, Map.of()).values().iterator()));
      while (chosen.size() < most && !turn.isEmpty()) {
        turn.removeIf(his -> chosen.size() < most && !choose(his, mayBegin, passing, chosen));
      }
      return chosen;
    }

    /// Whether there may be another one of his.
    private static boolean choose(
        Iterator<Waiting> his, Predicate<Waiting> mayBegin, boolean passing, List<Waiting> chosen) {
      while (his.hasNext()) {
        var next = his.next();
        if (mayBegin.test(next)) {
          chosen.add(next);
          return true;
        }
        if (!passing) {
          return false;
        }
      }
      return false;
    }

    void hadTurn(String caller) {
      lastTurns.remove(caller);
      lastTurns.put(caller, ++turns);
      if (lastTurns.size() > MOST_TURNS) {
        lastTurns.remove(lastTurns.keySet().iterator().next());
      }
    }

    int size() {
      return ofCaller.values().stream().mapToInt(Map::size).sum();
    }
  }
}
