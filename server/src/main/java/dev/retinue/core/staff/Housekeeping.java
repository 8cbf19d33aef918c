package dev.retinue.core.staff;

import dev.retinue.core.Retention;
import dev.retinue.core.Session;
import dev.retinue.core.port.CallTasks;
import dev.retinue.core.port.RunStore;
import java.util.List;

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

  /// Who uses one in this moment keeps it: that is looked at once more when it is closed.
  private void closeForgotten(Retention rules) {
    var since = surroundings.now().minus(rules.unseenAge());
    List<Session> forgotten;
    do {
      forgotten = store.idleSessions(since, AT_ONCE);
      for (var one : forgotten) {
        staff.sessions().closeUnused(one.id(), since);
      }
    } while (forgotten.size() == AT_ONCE);
  }

  /// Does all there is to do, and says how many runs went.
  public int clean(Retention rules) {
    tasks.removeOver(surroundings.now());
    staff.change(
        change -> {
          change.records().removeKeys(change.now().minus(rules.age()));
          change.records().removeEmptySessions(change.now().minus(rules.age()));
          return null;
        });
    closeForgotten(rules);
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
