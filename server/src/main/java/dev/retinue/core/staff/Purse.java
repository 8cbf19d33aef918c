package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import dev.retinue.core.staff.Pocket.Breach;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a run may spend: its caller's budgets, every budget above it, and its own, pay or refuse.
final class Purse {
  private static final String UNPRICED =
      "This model has no known price, so max_cost_usd cannot be kept; give the model a price, or"
          + " limit max_tokens instead.";

  private Purse() {}

  /// Promises this much on every account and records what happened, or says which budget refuses it
  /// and records nothing.
  static @Nullable Breach reserve(Change change, Run run, Usage estimate, List<RunEvent> events) {
    var pocket = Pocket.of(change, run.commission().caller());
    var accounts = change.accounts(run);
    var unkept = cannotKeepMoney(pocket, accounts, estimate);
    if (unkept.isPresent()) {
      throw new RetinueException(ErrorCode.INVALID_INPUT, unkept.get());
    }
    var refusal =
        pocket
            .flatMap(it -> estimate.isNone() ? it.exhausted() : it.refuses(estimate.cost()))
            .or(() -> firstRefusal(accounts, estimate));
    if (refusal.isPresent()) {
      return refusal.get();
    }
    // Where nothing is limited nobody asks what was promised, and nothing need be written for it.
    if (events.isEmpty()
        && pocket.isEmpty()
        && accounts.stream().allMatch(it -> it.budget().isUnlimited())) {
      return null;
    }
    for (var account : accounts) {
      change.records().save(account.reserve(estimate));
    }
    change.promise(run, estimate);
    var all = run.tenure().reserved().plus(estimate);
    change.settle(run.reserving(all), Usage.NONE, events);
    return null;
  }

  /// Takes back a promise, as far as it still stands, and records what happened.
  static Run giveBack(Change change, Run run, Usage estimate, List<RunEvent> events) {
    var reserved = run.tenure().reserved();
    var left = reserved.minus(estimate);
    return change.settle(run.reserving(left), reserved.minus(left), events);
  }

  /// Which budget is used up by now, or cannot be kept, after this was used.
  static @Nullable Breach crossed(Change change, Run run, Usage used) {
    var pocket = Pocket.of(change, run.commission().caller());
    var accounts = change.accounts(run);
    return cannotKeepMoney(pocket, accounts, used)
        .map(Breach::ofRun)
        .or(() -> pocket.flatMap(Pocket::exhausted))
        .or(() -> firstRefusal(accounts, Usage.NONE))
        .orElse(null);
  }

  private static Optional<Breach> firstRefusal(List<Account> accounts, Usage estimate) {
    return accounts.stream()
        .flatMap(
            account ->
                (estimate.isNone() ? account.exhausted() : account.refuses(estimate))
                        .map(
                            limit ->
                                "The budget of run '%s' (%s) does not allow more."
                                    .formatted(account.holder(), limit))
                        .stream())
        .findFirst()
        .map(Breach::ofRun);
  }

  private static Optional<String> cannotKeepMoney(
      Optional<Pocket> pocket, List<Account> accounts, Usage usage) {
    if (!usage.unpriced()) {
      return Optional.empty();
    }
    return accounts.stream().anyMatch(it -> it.budget().maxCost() != null)
        ? Optional.of(UNPRICED)
        : pocket.map(it -> unpricedFor(it.caller()));
  }

  private static String unpricedFor(String caller) {
    return ("This model has no known price, so the budget of caller '%s' cannot be kept; give the model a"
            + " price, or take another one.")
        .formatted(caller);
  }
}
