package dev.retinue.core.staff;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run at work asks of the ledger, and tells it.
final class Spending {
  private final Staff staff;
  private final Hold hold;
  private final Answers answers;

  Spending(Staff staff, Hold hold, Answers answers) {
    this.staff = staff;
    this.hold = hold;
    this.answers = answers;
  }

  void reserve(Usage estimate, List<RunEvent> seen) throws InterruptedException {
    var need = reserveOnce(estimate, seen);
    while (need != null) {
      answers.await(need.id());
      need = reserveOnce(estimate, List.of());
    }
  }

  private @Nullable Need reserveOnce(Usage estimate, List<RunEvent> seen) {
    return Patience.insist(
        () ->
            staff.change(
                change -> {
                  var now = hold.require(change);
                  var events = observed(now, seen);
                  var crossed = Purse.reserve(change, now, estimate, events);
                  return crossed == null ? null : lack(change, change.record(now, events), crossed);
                }));
  }

  private static List<RunEvent> observed(Run run, List<RunEvent> seen) {
    return seen.stream().flatMap(event -> run.observe(event).stream()).toList();
  }

  /// What an earlier epoch was promised was given back when it ended.
  void settle(Usage estimate, Usage used, List<RunEvent> seen) {
    Patience.insist(
        () ->
            staff.change(
                change -> {
                  var found = change.require(hold.taken().id());
                  var spent = found.spend(used, change.now());
                  if (!hold.occupied(found)) {
                    return change.record(found, spent);
                  }
                  var events = new ArrayList<>(observed(found, seen));
                  events.addAll(spent);
                  return Purse.giveBack(change, found, estimate, events);
                }));
  }

  void charge(Usage used, Map<String, String> facts) throws InterruptedException {
    var need =
        Patience.insist(
            () ->
                staff.change(
                    change -> {
                      var found = change.require(hold.taken().id());
                      var now = change.record(found, charged(found, used, facts, change.now()));
                      return hold.active(now)
                          ? lack(change, now, Purse.crossed(change, now, used))
                          : null;
                    }));
    if (need != null) {
      answers.await(need.id());
    }
  }

  private List<RunEvent> charged(Run run, Usage used, Map<String, String> facts, Instant now) {
    var events = new ArrayList<>(run.spend(used, now));
    if (!facts.isEmpty() && hold.occupied(run)) {
      events.addAll(run.observe(new RunEvent.Learned(now, facts)));
    }
    return events;
  }

  /// The end, or a need for more, as the caller wished; in the same transaction that found it out,
  /// because who raises the budget answers the needs that he finds.
  private @Nullable Need lack(Change change, Run now, @Nullable String crossed) {
    if (crossed == null) {
      return null;
    }
    var need = new Need("budget-" + now.sequence(), Need.Kind.BUDGET, crossed, null);
    change.record(
        now,
        hold.taken().commission().terms().abortOnBudget()
            ? now.fail(FailureReason.BUDGET, crossed, change.now())
            : now.ask(need, change.now()));
    return need;
  }
}
