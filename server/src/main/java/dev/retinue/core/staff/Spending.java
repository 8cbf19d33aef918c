package dev.retinue.core.staff;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Pocket.Breach;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a run at work asks of the ledger, and tells it.
final class Spending {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Staff staff;
  private final Hold hold;
  private final Answers answers;

  Spending(Staff staff, Hold hold, Answers answers) {
    this.staff = staff;
    this.hold = hold;
    this.answers = answers;
  }

  /// What a run waits for.
  ///
  /// @param limited what time alone, or a change of its token, may bring its caller
  private record Lack(Need need, @Nullable Function<Pocket, Optional<Breach>> limited) {}

  /// Before anything is begun: a caller may have spent all that he may while the run was in line.
  void requireFunds() throws InterruptedException {
    if (!staff.members().grants().of(hold.taken().commission().caller()).limitsMoney()) {
      return;
    }
    var lack =
        Patience.insist(
            () ->
                staff.change(
                    change -> {
                      var now = change.require(hold.taken().id());
                      var breach = breach(change, now, Pocket::usedUp);
                      return hold.active(now)
                          ? lack(change, now, breach.orElse(null), Pocket::usedUp)
                          : null;
                    }));
    if (lack != null) {
      await(lack);
    }
  }

  /// What the caller of this run may still spend; nothing if he may spend anything.
  Optional<Money> left() {
    return Patience.insist(
        () ->
            staff.change(
                change -> Pocket.of(change, hold.taken().commission().caller()).map(Pocket::left)));
  }

  void reserve(Usage estimate, List<RunEvent> seen) throws InterruptedException {
    var lack = reserveOnce(estimate, seen);
    while (lack != null) {
      await(lack);
      lack = reserveOnce(estimate, List.of());
    }
  }

  /// Until somebody raises the budget. What is limited by the day is looked at again and again:
  /// another process may have changed the token, and nobody rings when a day is over.
  private void await(Lack lack) throws InterruptedException {
    var need = lack.need.id();
    var limited = lack.limited;
    while (limited != null && !answers.isAnswered(need, BETWEEN_LOOKS)) {
      Patience.insist(() -> staff.change(change -> goOnIfFree(change, need, limited)));
    }
    answers.await(need);
  }

  private Run goOnIfFree(Change change, String need, Function<Pocket, Optional<Breach>> limited) {
    var now = change.require(hold.taken().id());
    return breach(change, now, limited).isPresent()
        ? now
        : change.record(now, now.answer(need, "freed", change.now()));
  }

  private static Optional<Breach> breach(
      Change change, Run run, Function<Pocket, Optional<Breach>> limited) {
    return Pocket.of(change, run.commission().caller()).flatMap(limited);
  }

  private @Nullable Lack reserveOnce(Usage estimate, List<RunEvent> seen) {
    return Patience.insist(
        () ->
            staff.change(
                change -> {
                  var now = hold.require(change);
                  var events = observed(now, seen);
                  var crossed = Purse.reserve(change, now, estimate, events);
                  return crossed == null
                      ? null
                      : lack(
                          change,
                          change.record(now, events),
                          crossed,
                          it -> it.refuses(estimate.cost()));
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

  Work.Pause charge(Usage used, Map<String, String> facts, List<RunEvent> seen) {
    var lack =
        Patience.insist(
            () ->
                staff.change(
                    change -> {
                      var found = change.require(hold.taken().id());
                      var events = new ArrayList<RunEvent>();
                      if (hold.occupied(found)) {
                        events.addAll(observed(found, seen));
                      }
                      events.addAll(charged(found, used, facts, change.now()));
                      var now = change.record(found, events);
                      return hold.active(now)
                          ? lack(change, now, Purse.crossed(change, now, used), Pocket::exhausted)
                          : null;
                    }));
    return () -> {
      if (lack != null) {
        await(lack);
      }
    };
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
  private @Nullable Lack lack(
      Change change,
      Run now,
      @Nullable Breach crossed,
      Function<Pocket, Optional<Breach>> limited) {
    if (crossed == null) {
      return null;
    }
    var need = new Need("budget-" + now.sequence(), Need.Kind.BUDGET, crossed.sentence(), null);
    change.record(
        now,
        hold.taken().commission().terms().abortOnBudget()
            ? now.fail(FailureReason.BUDGET, crossed.sentence(), change.now())
            : now.ask(need, change.now()));
    return new Lack(need, crossed.passes() ? limited : null);
  }
}
