package dev.retinue.runtime.cli;

import dev.retinue.core.Money;
import dev.retinue.core.Run;
import java.util.Optional;

/// What a run may still cost, for a program that can heed it itself.
final class Funds {
  /// Of nothing a program would not know what to think.
  private static final Money LEAST = Money.usd("0.000001");

  private Funds() {}

  /// Nothing where it may cost anything, or is to wait for more: then it must not give up.
  static Optional<Money> of(Run run) {
    var terms = run.commission().terms();
    return Optional.ofNullable(terms.budget().maxCost())
        .filter(_ -> terms.abortOnBudget())
        .map(most -> most.minus(run.dossier().usage().cost()))
        .map(left -> left.compareTo(LEAST) < 0 ? LEAST : left);
  }
}
