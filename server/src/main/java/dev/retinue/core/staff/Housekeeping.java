package dev.retinue.core.staff;

import dev.retinue.core.Retention;
import dev.retinue.core.port.CallTasks;
import dev.retinue.core.port.RunStore;

/// Removes what the rules of retention let go, and what its callers removed.
public final class Housekeeping {
  private static final int AT_ONCE = 100;

  private final Staff staff;
  private final RunStore store;
  private final CallTasks tasks;
  private final Surroundings surroundings;

  public Housekeeping(Staff staff, RunStore store, CallTasks tasks, Surroundings surroundings) {
    this.staff = staff;
    this.store = store;
    this.tasks = tasks;
    this.surroundings = surroundings;
  }

  /// Does all there is to do, and says how many runs went.
  public int clean(Retention rules) {
    tasks.removeOver(surroundings.now());
    staff.change(
        change -> {
          change.records().removeKeys(change.now().minus(rules.age()));
          return null;
        });
    int gone = staff.removals().sweep();
    while (true) {
      var leaving = store.removable(rules, surroundings.now(), AT_ONCE);
      if (leaving.isEmpty()) {
        return gone;
      }
      staff.removals().letGo(leaving);
      gone += leaving.size();
    }
  }
}
