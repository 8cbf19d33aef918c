package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Caller;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Spend;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Grants;
import dev.retinue.core.port.Records;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One transaction as the staff decides in it: whatever is recorded is charged, passed on to the
/// runs below, and remembered so that bells ring afterwards.
final class Change {
  private final Records records;
  private final Instant now;
  private final Grants grants;
  private final Function<RunId, @Nullable Duration> activeFor;
  private final Lent lent;
  private final List<Happening> happened = new ArrayList<>();

  /// What happened to one run.
  record Happening(Run run, List<RunEvent> events) {
    /// Whether the run ended with it.
    boolean ends() {
      return events.stream()
          .anyMatch(
              event ->
                  event instanceof RunEvent.Completed
                      || event instanceof RunEvent.Failed
                      || event instanceof RunEvent.Stopped);
    }
  }

  Change(
      Records records,
      Instant now,
      Grants grants,
      Function<RunId, @Nullable Duration> activeFor,
      Lent lent) {
    this.records = records;
    this.now = now;
    this.grants = grants;
    this.activeFor = activeFor;
    this.lent = lent;
  }

  Records records() {
    return records;
  }

  Instant now() {
    return now;
  }

  /// The day for which the spend book is kept.
  LocalDate today() {
    return Pocket.dayOf(now);
  }

  Grants grants() {
    return grants;
  }

  List<Happening> happened() {
    return happened;
  }

  Run require(RunId id) {
    return records.recorded(id).orElseThrow(() -> Staff.notFound(id));
  }

  /// One that this caller may see.
  Run require(Caller caller, RunId id) {
    return records
        .run(id, caller.ownerOfRuns())
        .filter(caller::maySee)
        .orElseThrow(() -> Staff.notFound(id));
  }

  /// Records a new run.
  Run insert(Run run, @Nullable String prompt, List<RunEvent> events) {
    var after = run.apply(events);
    records.insert(after, prompt, events);
    records.note(Spend.started(after, today()));
    happened.add(new Happening(after, events));
    return after;
  }

  /// Records what was decided, and all that follows from it.
  Run record(Run run, List<RunEvent> events) {
    if (events.isEmpty()) {
      return run;
    }
    var after = recordAlone(run, events);
    if (!run.ended() && after.ended() && stopsThoseBelow(events)) {
      stopBelow(after);
    }
    return after;
  }

  /// The same for one that gives back some of what it was promised, in as few writes.
  ///
  /// @param back what is given back; the run does not count on it any more
  Run settle(Run run, Usage back, List<RunEvent> events) {
    return recordAlone(run, back, events);
  }

  private Run recordAlone(Run run, List<RunEvent> events) {
    return recordAlone(run, Usage.NONE, events);
  }

  private Run recordAlone(Run run, Usage back, List<RunEvent> seen) {
    var events = lent.withheld(run.id(), seen);
    var timed = withActiveTime(run);
    var after = timed.apply(events);
    charge(after, back, events);
    if (run.tenure().occupied() && !after.tenure().occupied()) {
      giveBack(run);
    }
    records.save(after, events);
    happened.add(new Happening(after, events));
    if (!isOver(run) && isOver(after)) {
      Turns.over(this, after);
    }
    return after;
  }

  /// The run with the time that it has been at work until now.
  Run withActiveTime(Run run) {
    var active = activeFor.apply(run.id());
    return active == null ? run : run.activeFor(active);
  }

  /// Accounts are taken root first, as everywhere.
  private void charge(Run run, Usage back, List<RunEvent> events) {
    var used = Usage.NONE;
    for (var event : events) {
      if (event instanceof RunEvent.Spent(var _, var usage)) {
        used = used.plus(usage);
      }
    }
    if (!used.isNone() || !back.isNone()) {
      for (var account : accounts(run)) {
        records.save(account.giveBack(back).charge(used));
      }
      promise(run, Money.ZERO.minus(back.cost()));
      if (!used.isNone()) {
        records.note(Spend.of(run, used, today()));
      }
      Turns.charge(this, run, used);
    }
  }

  /// What was promised for calls that can no longer come back.
  private void giveBack(Run run) {
    var reserved = run.tenure().reserved();
    if (!reserved.isNone()) {
      for (var account : accounts(run)) {
        records.save(account.giveBack(reserved));
      }
      promise(run, Money.ZERO.minus(reserved.cost()));
    }
  }

  /// Counts what calls of a run are promised for its caller, too.
  void promise(Run run, Usage estimate) {
    promise(run, estimate.cost());
  }

  private void promise(Run run, Money more) {
    if (more.nanos() != 0) {
      records.promise(run.commission().caller(), more);
    }
  }

  /// The accounts that pay for a run, the root's first.
  List<Account> accounts(Run run) {
    return run.payers().stream().flatMap(payer -> records.account(payer).stream()).toList();
  }

  static boolean isOver(Run run) {
    return run.ended() && !run.ending();
  }

  /// What is delegated may outlive an end that was reached, but not one that was forced.
  private static boolean stopsThoseBelow(List<RunEvent> events) {
    return events.stream()
        .anyMatch(event -> event instanceof RunEvent.Stopped || event instanceof RunEvent.Failed);
  }

  /// Alone, because all that is below one of them is below the run too.
  void stopBelow(Run ended) {
    var why = "run '%s' above it %s".formatted(ended.id(), ended.state().word());
    for (var below : records.openInTree(ended.root())) {
      if (below.commission().lineage().isBelow(ended.id()) && !below.ended()) {
        // As it is by now: the end of one may have been the turn of another.
        records
            .recorded(below.id())
            .filter(it -> !it.ended())
            .ifPresent(it -> recordAlone(it, it.stop(why, now)));
      }
    }
  }
}
