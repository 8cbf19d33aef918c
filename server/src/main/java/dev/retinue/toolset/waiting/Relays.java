package dev.retinue.toolset.waiting;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a run asks for which a call waits, and what those ask whom it has do its work: the call
/// asks it.
final class Relays {
  private static final Duration TROUBLE = Duration.ofSeconds(1);
  private static final Duration FOR_EVER = Duration.ofDays(365);

  // Nobody is told by a group what its errands ask: they are looked at from time to time.
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private final Staff staff;
  private final Call call;
  private final Caller caller;
  private final Map<RunId, RelayedRun> runs = new HashMap<>();

  Relays(Staff staff, Call call, Caller caller) {
    this.staff = staff;
    this.call = call;
    this.caller = caller;
  }

  /// A time is waited for; what somebody has to give is not.
  static boolean wantsSomebody(Run run) {
    return !run.needs().isEmpty() && !run.parked();
  }

  static Stream<Run> inNeed(Staff staff, Caller caller, Run run) {
    return GroupPlan.isGroup(run)
        ? Stream.concat(Stream.of(run), staff.register().errands(caller, run.id()).stream())
            .filter(Relays::wantsSomebody)
        : Stream.of(run).filter(Relays::wantsSomebody);
  }

  /// What to do to ask what is asked first; nothing if whoever calls cannot be asked.
  Optional<Runnable> next(Run run) {
    return inNeed(staff, caller, run)
        .filter(it -> of(it.id()).hasQuestion(it))
        .findFirst()
        .map(it -> () -> of(it.id()).relay(it));
  }

  private RelayedRun of(RunId id) {
    return runs.computeIfAbsent(id, it -> new RelayedRun(staff, call, caller, it));
  }

  /// For as long as it takes: this is for tasks.
  ///
  /// @param again whether it was waited for before a restart
  Run awaitEnd(RunId id, boolean again) throws InterruptedException {
    if (again) {
      withdrawAnswered(id);
    }
    while (true) {
      try {
        var run = staff.await(caller, id, this::concerns, patience(id));
        if (run.ended()) {
          return run;
        }
        next(run).ifPresent(Runnable::run);
      } catch (RetinueException e) {
        // The run goes on while the store has trouble, and so does the wait for it.
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE) {
          throw e;
        }
        Thread.sleep(TROUBLE);
      }
    }
  }

  private boolean concerns(Run run) {
    return run.ended() || (wantsSomebody(run) && of(run.id()).hasQuestion(run));
  }

  private Duration patience(RunId id) {
    return GroupPlan.isGroup(staff.require(caller, id)) ? BETWEEN_LOOKS : FOR_EVER;
  }

  private void withdrawAnswered(RunId id) {
    var run = staff.require(caller, id);
    of(id).withdrawAnswered();
    if (GroupPlan.isGroup(run)) {
      staff.register().errands(caller, id).forEach(it -> of(it.id()).withdrawAnswered());
    }
  }
}
