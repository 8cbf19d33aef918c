package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Notes which results their callers have been given, once for each. If a note cannot be written, a
/// run is kept for longer, and nothing else: who looks is not to suffer from a full disk.
final class Seen {
  private static final int MOST_REMEMBERED = 10_000;

  private final Staff staff;
  // So that who looks again and again causes one note.
  private final Set<RunId> noted =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<RunId, Boolean> eldest) {
                  return size() > MOST_REMEMBERED;
                }
              }));

  Seen(Staff staff) {
    this.staff = staff;
  }

  void note(Caller caller, Collection<Run> runs) {
    var fresh =
        runs.stream().filter(run -> isHis(caller, run)).map(Run::id).filter(noted::add).toList();
    if (!fresh.isEmpty()) {
      write(fresh);
    }
  }

  /// For whoever else looks it stays new.
  private static boolean isHis(Caller caller, Run run) {
    return run.ended() && caller.run() == null && caller.id().equals(run.commission().caller());
  }

  private void write(List<RunId> fresh) {
    try {
      staff.change(
          change -> {
            fresh.forEach(change.records()::markSeen);
            return null;
          });
    } catch (RetinueException e) {
      fresh.forEach(noted::remove);
      Trouble.note("it is not noted that results were seen", e);
    }
  }
}
