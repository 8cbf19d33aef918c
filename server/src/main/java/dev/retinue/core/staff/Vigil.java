package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.port.RunStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Waits for runs.
public final class Vigil {
  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;
  private final Map<RunId, Integer> watched = new ConcurrentHashMap<>();

  Vigil(Staff staff, RunStore store, Surroundings surroundings) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
  }

  /// Whether a caller waits for this run who keeps it alive by that.
  boolean isWatched(RunId id) {
    return watched.containsKey(id);
  }

  /// Waits until these runs are as wished, and returns what they are then, or when the time is
  /// over. One that was removed meanwhile is missing.
  public Map<RunId, Run> await(
      Caller caller, Set<RunId> ids, Predicate<Collection<Run>> wished, Duration patience)
      throws InterruptedException {
    var found = ids.stream().map(id -> staff.require(caller, id)).toList();
    try (var _ = watch(caller, found)) {
      return await(ids, caller, wished, patience);
    }
  }

  Run await(Caller caller, RunId id, Predicate<Run> wished, Duration patience)
      throws InterruptedException {
    var found = staff.require(caller, id);
    try (var _ = watch(caller, List.of(found))) {
      return await(id, wished, patience);
    }
  }

  /// While a run waits for others, its place is theirs.
  private Crew.Aside watch(Caller caller, List<Run> runs) {
    var kept = runs.stream().filter(caller::keeps).map(Run::id).toList();
    kept.forEach(id -> watched.merge(id, 1, Integer::sum));
    var aside = caller.run() == null ? null : staff.crew().stepAside(caller.run());
    return () -> {
      kept.forEach(id -> watched.computeIfPresent(id, (_, count) -> count > 1 ? count - 1 : null));
      if (aside != null) {
        aside.close();
      }
    };
  }

  private Map<RunId, Run> await(
      Set<RunId> ids, Caller caller, Predicate<Collection<Run>> wished, Duration patience)
      throws InterruptedException {
    long deadline = surroundings.nanoTime().getAsLong() + patience.toNanos();
    var rung = new Semaphore(0);
    var listening = new ArrayList<Bells.Listening>();
    try {
      ids.forEach(
          id -> listening.add(staff.bells().listen(id, Vigil::concernsWaiting, rung::release)));
      while (true) {
        var runs = inOrder(ids, staff.visible(caller, ids));
        long left = deadline - surroundings.nanoTime().getAsLong();
        if (wished.test(runs.values()) || left <= 0) {
          return runs;
        }
        if (rung.tryAcquire(left, TimeUnit.NANOSECONDS)) {
          rung.drainPermits();
        }
      }
    } finally {
      listening.forEach(Bells.Listening::close);
    }
  }

  /// Many runs say much: whoever waits for all of them looks when one of them ends or wants
  /// something.
  private static boolean concernsWaiting(Run run) {
    return run.ended() || !run.needs().isEmpty();
  }

  Run await(RunId id, Predicate<Run> wished, Duration patience) throws InterruptedException {
    long deadline = surroundings.nanoTime().getAsLong() + patience.toNanos();
    var rung = new Semaphore(0);
    try (var _ = staff.bells().listen(id, wished, rung::release)) {
      while (true) {
        var run = store.find(id).orElseThrow(() -> Staff.notFound(id));
        long left = deadline - surroundings.nanoTime().getAsLong();
        if (wished.test(run) || left <= 0) {
          return run;
        }
        if (rung.tryAcquire(left, TimeUnit.NANOSECONDS)) {
          rung.drainPermits();
        }
      }
    }
  }

  private static Map<RunId, Run> inOrder(Set<RunId> ids, Map<RunId, Run> found) {
    var runs = new LinkedHashMap<RunId, Run>();
    for (var id : ids) {
      var run = found.get(id);
      if (run != null) {
        runs.put(id, run);
      }
    }
    return runs;
  }
}
