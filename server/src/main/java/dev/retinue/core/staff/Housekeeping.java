package dev.retinue.core.staff;

import dev.retinue.core.Retention;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.CallTasks;
import dev.retinue.core.port.RunStore;

/// Removes what the rules of retention let go.
public final class Housekeeping {
  private static final int AT_ONCE = 100;

  private final Staff staff;
  private final RunStore store;
  private final Blobs blobs;
  private final CallTasks tasks;
  private final Surroundings surroundings;

  public Housekeeping(
      Staff staff, RunStore store, Blobs blobs, CallTasks tasks, Surroundings surroundings) {
    this.staff = staff;
    this.store = store;
    this.blobs = blobs;
    this.tasks = tasks;
    this.surroundings = surroundings;
  }

  /// Does all there is to do, and says how many runs went.
  public int clean(Retention rules) {
    tasks.removeOver(surroundings.now());
    int gone = 0;
    while (true) {
      var leaving = store.removable(rules, surroundings.now(), AT_ONCE);
      if (leaving.isEmpty()) {
        return gone;
      }
      staff.change(
          change -> {
            leaving.forEach(change.records()::remove);
            return null;
          });
      // After the rows: a file too many does no harm, a row without its file would.
      leaving.forEach(blobs::deleteAll);
      gone += leaving.size();
    }
  }
}
