package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.RunStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Takes runs away: at once for everybody who looks, and from the disk as soon as nothing of them
/// is at work.
final class Removals {
  private static final int AT_ONCE = 100;
  private static final String WHY = "it was removed";

  private final Staff staff;
  private final RunStore store;
  private final Blobs blobs;
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private final ReentrantLock oneSweep = new ReentrantLock();
  private final Bells farewells = new Bells();
  private final List<Consumer<Run>> mourners = new CopyOnWriteArrayList<>();
  // Removed, and not yet over: as many as are at work.
  private final Set<RunId> ending = ConcurrentHashMap.newKeySet();

  Removals(Staff staff, RunStore store, Blobs blobs) {
    this.staff = staff;
    this.store = store;
    this.blobs = blobs;
  }

  /// The run and all that is below it. What is above it keeps what it has paid.
  void remove(Caller caller, RunId id) {
    staff
        .audit()
        .of(
            caller,
            Action.RUN_REMOVE,
            Subject.run(id),
            () -> {
              takeAway(caller, id);
              return null;
            });
  }

  private void takeAway(Caller caller, RunId id) {
    caller.require(Scope.RUN);
    if (caller.run() != null) {
      throw new RetinueException(ErrorCode.FORBIDDEN, "A run cannot remove runs; its caller can.");
    }
    var leaving = staff.change(change -> mark(change, change.require(caller, id)));
    leaving.forEach(run -> staff.bells().ring(run.id()));
    leaving.forEach(run -> staff.bells().ringSession(run));
    leaving.forEach(run -> farewells.ring(run.id()));
    leaving.forEach(run -> mourners.forEach(it -> it.accept(run)));
    sweepSoon();
  }

  /// Those who want to hear of a removal listen here.
  Bells farewells() {
    return farewells;
  }

  /// Tells of every run that is removed, on the thread that removes it.
  Bells.Listening listen(Consumer<Run> mourner) {
    mourners.add(mourner);
    return () -> mourners.remove(mourner);
  }

  /// In one transaction, so that whatever happens next it is stopped and gone, or neither.
  private List<Run> mark(Change change, Run run) {
    var leaving = new ArrayList<Run>();
    for (var member : change.records().tree(run.root())) {
      if (member.id().equals(run.id()) || member.commission().lineage().isBelow(run.id())) {
        var now = change.require(member.id());
        var stopped = change.record(now, now.stop(WHY, change.now()));
        if (stopped.tenure().occupied()) {
          ending.add(stopped.id());
        }
        change.records().markRemoved(stopped.id());
        leaving.add(stopped);
      }
    }
    return leaving;
  }

  /// Nothing of this run is at work any more.
  void noteOver(RunId run) {
    if (ending.remove(run)) {
      sweepSoon();
    }
  }

  private void sweepSoon() {
    if (sweeping.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("removal")
          .start(
              () -> {
                // Before it looks: who comes now is looked after by another.
                sweeping.set(false);
                try {
                  sweep();
                } catch (RuntimeException e) {
                  Trouble.note("what was removed is let go later", e);
                }
              });
    }
  }

  /// Lets go what was removed and is over, and says how much that was. When it returns nothing of
  /// that is left, whoever let it go.
  int sweep() {
    oneSweep.lock();
    try {
      int gone = 0;
      for (var leaving = store.removed(AT_ONCE);
          !leaving.isEmpty();
          leaving = store.removed(AT_ONCE)) {
        letGo(leaving);
        gone += leaving.size();
      }
      return gone;
    } finally {
      oneSweep.unlock();
    }
  }

  void letGo(List<RunId> leaving) {
    staff.change(
        change -> {
          leaving.forEach(change.records()::remove);
          return null;
        });
    // After the rows: a file too many does no harm, a row without its file would.
    leaving.forEach(blobs::deleteAll);
  }
}
