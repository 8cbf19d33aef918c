package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a run may spend: every budget above it, and its own, pays or refuses.
final class Purse {
  private static final String UNPRICED =
      "This model has no known price, so max_cost_usd cannot be kept; give the model a price, or"
          + " limit max_tokens instead.";

  private Purse() {}

  /// Promises this much on every account and records what happened, or says which budget refuses it
  /// and records nothing.
  static @Nullable String reserve(Change change, Run run, Usage estimate, List<RunEvent> events) {
    var accounts = change.accounts(run);
    if (cannotKeepMoney(accounts, estimate)) {
      throw new RetinueException(ErrorCode.INVALID_INPUT, UNPRICED);
    }
    var refusal = firstRefusal(accounts, estimate);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    // Where nothing is limited nobody asks what was promised, and nothing need be written for it.
    if (events.isEmpty() && accounts.stream().allMatch(it -> it.budget().isUnlimited())) {
      return null;
    }
    for (var account : accounts) {
      change.records().save(account.reserve(estimate));
    }
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
  static @Nullable String crossed(Change change, Run run, Usage used) {
    var accounts = change.accounts(run);
    return cannotKeepMoney(accounts, used)
        ? UNPRICED
        : firstRefusal(accounts, Usage.NONE).orElse(null);
  }

  private static Optional<String> firstRefusal(List<Account> accounts, Usage estimate) {
    return accounts.stream()
        .flatMap(
            account ->
                (estimate.isNone() ? account.exhausted() : account.refuses(estimate))
                        .map(
                            limit ->
                                "The budget of run '%s' (%s) does not allow more."
                                    .formatted(account.holder(), limit))
                        .stream())
        .findFirst();
  }

  private static boolean cannotKeepMoney(List<Account> accounts, Usage usage) {
    return usage.unpriced() && accounts.stream().anyMatch(it -> it.budget().maxCost() != null);
  }
}
