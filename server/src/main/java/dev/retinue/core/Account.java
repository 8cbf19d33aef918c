package dev.retinue.core;

import java.util.Optional;

/// The ledger's row of a run with a budget: what it and everything below it may use, have used, and
/// have asked for.
///
/// @param holder the run whose budget this is
/// @param reserved what was promised to calls in flight
/// @param runs how many runs were started below the holder
public record Account(RunId holder, Budget budget, Usage spent, Usage reserved, long runs) {
  public static Account open(RunId holder, Budget budget) {
    return new Account(holder, budget, Usage.NONE, Usage.NONE, 0);
  }

  /// Why one more run may not be started below the holder.
  public Optional<String> refusesRun() {
    var most = budget.maxRuns();
    return most != null && runs >= most
        ? Optional.of("max_runs %d".formatted(most))
        : Optional.empty();
  }

  /// Which limit a use of this much would cross, after all that is spent and promised.
  public Optional<String> refuses(Usage estimate) {
    return budget.crossedBy(spent.plus(reserved).plus(estimate));
  }

  /// Of which limit nothing is left after all that is spent and promised, so that nothing may be
  /// begun that cannot say beforehand what it will use.
  public Optional<String> usedUp() {
    return budget.usedUpBy(spent.plus(reserved));
  }

  /// Which limit is crossed by what is spent, so that nothing more may be done. To use exactly what
  /// the budget says is not to cross it.
  public Optional<String> exhausted() {
    return budget.crossedBy(spent);
  }

  public Account startRun() {
    return new Account(holder, budget, spent, reserved, runs + 1);
  }

  public Account reserve(Usage estimate) {
    return new Account(holder, budget, spent, reserved.plus(estimate), runs);
  }

  public Account giveBack(Usage estimate) {
    return new Account(holder, budget, spent, reserved.minus(estimate), runs);
  }

  public Account charge(Usage used) {
    return new Account(holder, budget, spent.plus(used), reserved, runs);
  }

  public Account with(Budget raised) {
    return new Account(holder, raised, spent, reserved, runs);
  }
}
