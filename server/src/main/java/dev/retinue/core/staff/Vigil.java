package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Waits for several runs at once.
public final class Vigil {
  private final Staff staff;
  private final Surroundings surroundings;

  Vigil(Staff staff, Surroundings surroundings) {
    this.staff = staff;
    this.surroundings = surroundings;
  }

  /// Waits until these runs are as wished, and returns what they are then, or when the time is
  /// over. One that was removed meanwhile is missing.
  public Map<RunId, Run> await(
      Caller caller, Set<RunId> ids, Predicate<Collection<Run>> wished, Duration patience)
      throws InterruptedException {
    ids.forEach(id -> staff.require(caller, id));
    if (caller.run() == null) {
      return await(ids, caller, wished, patience);
    }
    try (var _ = staff.crew().stepAside(caller.run())) {
      return await(ids, caller, wished, patience);
    }
  }

  private Map<RunId, Run> await(
      Set<RunId> ids, Caller caller, Predicate<Collection<Run>> wished, Duration patience)
      throws InterruptedException {
    long deadline = surroundings.nanoTime().getAsLong() + patience.toNanos();
    var rung = new Semaphore(0);
    var listening = new ArrayList<Bells.Listening>();
    try {
      ids.forEach(id -> listening.add(staff.bells().listen(id, rung::release)));
      while (true) {
        var runs = inOrder(ids, staff.find(caller, ids));
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
