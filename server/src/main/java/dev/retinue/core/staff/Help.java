package dev.retinue.core.staff;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Need;
import dev.retinue.core.ProviderKeys;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.permission.Leave;
import dev.retinue.core.port.RunStore;
import java.util.Map;

/// What lets a run go on that waits for somebody, or ends it.
final class Help {
  private final Staff staff;
  private final RunStore store;

  private final Lent lent;

  Help(Staff staff, RunStore store, Lent lent) {
    this.staff = staff;
    this.store = store;
    this.lent = lent;
  }

  Run stop(Caller caller, RunId id, String why) {
    return staff.audit().of(caller, Action.RUN_STOP, Subject.run(id), () -> end(caller, id, why));
  }

  private Run end(Caller caller, RunId id, String why) {
    caller.require(Scope.RUN);
    Texts.requireWord("The reason", why, Texts.LONGEST_WORD);
    return staff.change(
        change -> {
          var run = change.require(caller, id);
          return change.record(run, run.stop(why, change.now()));
        });
  }

  Run answer(Caller caller, RunId id, String need, String answer) {
    return staff
        .audit()
        .of(
            caller,
            Action.RUN_ANSWER,
            Subject.run(id),
            answer,
            () -> give(caller, id, need, answer));
  }

  private Run give(Caller caller, RunId id, String need, String answer) {
    caller.require(Scope.RUN);
    Texts.requireWord("The answer", answer, Texts.LONGEST_WORD);
    return staff.change(
        change -> {
          var run = change.require(caller, id);
          requireOther(caller, run, need);
          requireWords(run, need);
          requireLeave(run, need, answer);
          var events = run.answer(need, answer, change.now());
          if (events.isEmpty()) {
            throw new RetinueException(
                ErrorCode.CONFLICT,
                "Run '%s' does not wait for '%s'.".formatted(id, Excerpt.of(need)));
          }
          return change.record(run, events);
        });
  }

  /// Money and quota come another way; and what is answered is kept, which keys must not be.
  private static void requireWords(Run run, String need) {
    for (var open : run.needs()) {
      if (open.id().equals(need) && !open.kind().takesWords()) {
        throw new RetinueException(
            ErrorCode.CONFLICT,
            "Run '%s' waits for %s, which no answer gives it: %s"
                .formatted(run.id(), open.kind().word(), Excerpt.of(open.text(), 300)));
      }
    }
  }

  /// A permission is given or not: other words would be taken for one of both.
  private static void requireLeave(Run run, String need, String answer) {
    if (run.needs().stream()
        .anyMatch(it -> it.id().equals(need) && it.kind() == Need.Kind.PERMISSION)) {
      Leave.require(answer);
    }
  }

  /// A run may answer a question of one below it, but never give it leave, nor answer itself.
  private static void requireOther(Caller caller, Run run, String need) {
    boolean question =
        run.needs().stream().anyMatch(it -> it.id().equals(need) && it.kind() == Need.Kind.ANSWER);
    if (caller.run() != null && (caller.run().equals(run.id()) || !question)) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "Run '%s' cannot answer this; its caller can.".formatted(caller.run()));
    }
  }

  Run raise(Caller caller, RunId id, Budget budget) {
    return staff
        .audit()
        .of(caller, Action.RUN_RAISE, Subject.run(id), () -> allow(caller, id, budget));
  }

  private Run allow(Caller caller, RunId id, Budget budget) {
    caller.require(Scope.RUN);
    requireWithinLimits(caller, staff.require(caller, id), budget);
    return staff.change(
        change -> {
          var run = change.require(caller, id);
          if (caller.run() != null) {
            throw new RetinueException(
                ErrorCode.FORBIDDEN, "A run cannot raise a budget; its caller can.");
          }
          var account =
              change
                  .records()
                  .account(id)
                  .orElseThrow(
                      () ->
                          new RetinueException(
                              ErrorCode.CONFLICT,
                              "Run '%s' has no budget of its own; raise that of '%s'."
                                  .formatted(id, run.root())));
          change.records().save(account.with(budget));
          var raised = change.record(run, run.raise(budget, change.now()));
          for (var open : change.records().openInTree(run.root())) {
            answerBudgetNeeds(change, change.require(open.id()));
          }
          return raised;
        });
  }

  /// No run of an agent may have more than the agent, unless whoever decides that says so.
  private void requireWithinLimits(Caller caller, Run run, Budget budget) {
    var agent = run.commission().agent();
    var most = store.definition(agent.digest()).map(it -> it.limits().budget());
    if (!caller.may(Scope.ADMIN) && most.isPresent() && !budget.within(most.get()).equals(budget)) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "Agent '%s' has limits of its own, and this budget goes beyond them; ask for less, or let one with the scope 'admin' do it."
              .formatted(agent.name()));
    }
  }

  private static void answerBudgetNeeds(Change change, Run run) {
    var answered = run;
    for (var need : run.needs()) {
      if (need.kind() == Need.Kind.BUDGET) {
        answered = change.record(answered, answered.answer(need.id(), "raised", change.now()));
      }
    }
  }

  void lend(Caller caller, Map<String, String> keys) {
    if (caller.run() != null || !caller.may(Scope.RUN)) {
      return;
    }
    var offered = ProviderKeys.pick(keys);
    for (var id : lent.lacking(caller)) {
      var run = store.find(id).filter(it -> !it.ended());
      if (run.isEmpty()) {
        lent.takeBack(id);
      } else if (lent.replace(run.get(), offered)) {
        staff.change(change -> goOn(change, change.require(id)));
      }
    }
  }

  private Run goOn(Change change, Run run) {
    if (run.ended()) {
      lent.takeBack(run.id());
    }
    var answered = run;
    for (var need : run.needs()) {
      if (need.kind() == Need.Kind.CREDENTIALS) {
        answered = change.record(answered, answered.answer(need.id(), "lent", change.now()));
      }
    }
    return answered;
  }
}
