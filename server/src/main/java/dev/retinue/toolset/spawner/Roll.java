package dev.retinue.toolset.spawner;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Register;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The spawns of a caller.
public final class Roll {
  private static final Set<String> OPEN = Set.of("queued", "running", "waiting");
  private static final Set<String> ENDED = Set.of("completed", "failed", "stopped");
  private static final int PAGE = 500;
  private static final int MOST = 10_000;
  // Whoever has started others than spawns since long ago is not looked at for ever.
  private static final int MOST_PAGES = 20;

  private final Register register;

  public Roll(Register register) {
    this.register = register;
  }

  /// Those that have not ended, the oldest first.
  List<Run> open(Caller caller) {
    // The others that are at work may be many, and need not be read.
    return find(caller, OPEN, RunId.Prefix.SPAWN, MOST).reversed();
  }

  /// Those that ended last, the newest first.
  List<Run> ended(Caller caller, int most) {
    return find(caller, ENDED, null, most);
  }

  /// Also one who may see everything means his own; and no run waits for itself.
  private static boolean isHis(Caller caller, Run run) {
    return run.commission().caller().equals(caller.id()) && !run.id().equals(caller.run());
  }

  private List<Run> find(
      Caller caller, Collection<String> states, RunId.@Nullable Prefix kind, int most) {
    var found = new ArrayList<Run>();
    Long before = null;
    int pages = 0;
    do {
      var page = register.own(caller, states, kind, before, PAGE);
      page.runs().stream()
          .filter(run -> run.id().text().startsWith(RunId.Prefix.SPAWN.text()))
          .filter(run -> isHis(caller, run))
          .limit(most - (long) found.size())
          .forEach(found::add);
      before = page.next();
      pages++;
    } while (before != null && found.size() < most && pages < MOST_PAGES);
    return found;
  }
}
