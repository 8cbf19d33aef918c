package dev.retinue.toolset.waiting;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a run asks for which a call waits, and what those ask whom it has do its work: the call
/// asks it.
final class Relays {
  private static final Duration TROUBLE = Duration.ofSeconds(1);

  // Nobody is told by a run what those ask that are below it: they are looked at from time to time.
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private final Staff staff;
  private final Call call;
  private final Caller caller;
  private final RunId id;
  private final Map<RunId, RelayedRun> runs = new HashMap<>();

  /// @param id of the run for which the call waits
  Relays(Staff staff, Call call, Caller caller, RunId id) {
    this.staff = staff;
    this.call = call;
    this.caller = caller;
    this.id = id;
  }

  /// A time is waited for; what somebody has to give is not.
  static boolean wantsSomebody(Run run) {
    return !run.needs().isEmpty() && !run.parked();
  }

  /// Itself, and those below it.
  static Stream<Run> inNeed(Staff staff, Caller caller, Run run) {
    var own = Stream.of(run).filter(Relays::wantsSomebody);
    return run.ended()
        ? Stream.empty()
        : Stream.concat(own, staff.register().waitingBelow(caller, run).stream());
  }

  /// What to do to ask what is asked first; nothing if whoever calls cannot be asked.
  Optional<Runnable> next(Run run) {
    return inNeed(staff, caller, run)
        .filter(it -> of(it.id()).hasQuestion(it))
        .findFirst()
        .map(it -> () -> of(it.id()).relay(it));
  }

  private RelayedRun of(RunId asking) {
    return runs.computeIfAbsent(asking, it -> new RelayedRun(staff, call, caller, it, id));
  }

  /// For as long as it takes: this is for tasks.
  ///
  /// @param again whether it was waited for before a restart
  Run awaitEnd(boolean again) throws InterruptedException {
    if (again) {
      withdrawAnswered();
    }
    while (true) {
      try {
        var run = staff.await(caller, id, this::concerns, BETWEEN_LOOKS);
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

  private void withdrawAnswered() {
    of(id).withdrawAnswered();
    staff
        .register()
        .below(caller, staff.require(caller, id), List.of())
        .forEach(it -> of(it.id()).withdrawAnswered());
  }
}
