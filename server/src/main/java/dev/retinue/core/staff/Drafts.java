package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.RunStore;

/// Runs that were made without work, and are given it before they begin.
final class Drafts {
  private final Staff staff;
  private final RunStore store;

  Drafts(Staff staff, RunStore store) {
    this.staff = staff;
    this.store = store;
  }

  Run define(Caller caller, RunId id, String prompt) {
    return staff
        .audit()
        .of(caller, Action.RUN_DEFINE, Subject.run(id), prompt, () -> give(caller, id, prompt));
  }

  private Run give(Caller caller, RunId id, String prompt) {
    caller.require(Scope.RUN);
    Texts.requireWork(prompt);
    return staff.change(
        change -> {
          var run = change.require(caller, id);
          if (!(run.state() instanceof State.Ready)) {
            throw new RetinueException(
                ErrorCode.CONFLICT,
                "Run '%s' is %s; only a ready one can be given its work."
                    .formatted(id, run.state().word()));
          }
          change.records().setPrompt(id, prompt);
          return run;
        });
  }

  Run queue(Caller caller, RunId id) {
    return staff.audit().of(caller, Action.RUN_QUEUE, Subject.run(id), () -> putInLine(caller, id));
  }

  private Run putInLine(Caller caller, RunId id) {
    caller.require(Scope.RUN);
    if (store.prompt(id).isEmpty()) {
      staff.require(caller, id);
      throw new RetinueException(
          ErrorCode.CONFLICT, "Run '%s' has no work yet; give it some first.".formatted(id));
    }
    return staff.change(
        change -> {
          var run = change.require(caller, id);
          if (run.commission().terms().session() != null) {
            throw new RetinueException(
                ErrorCode.CONFLICT,
                "Run '%s' waits for its turn in a session, and begins by itself.".formatted(id));
          }
          return change.record(run, run.queue(change.now()));
        });
  }
}
