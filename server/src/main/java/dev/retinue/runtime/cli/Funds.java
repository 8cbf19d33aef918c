package dev.retinue.runtime.cli;

import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.port.Work;
import java.util.Optional;
import java.util.stream.Stream;

/// What a run may still cost, for a program that can heed it itself.
final class Funds {
  /// Of nothing a program would not know what to think.
  private static final Money LEAST = Money.usd("0.000001");

  private Funds() {}

  /// Nothing where it may cost anything, or is to wait for more: then it must not give up.
  static Optional<Money> of(Work work) {
    var terms = work.run().commission().terms();
    return terms.abortOnBudget()
        ? least(of(work.run()), work.funds()).map(Funds::some)
        : Optional.empty();
  }

  private static Optional<Money> of(Run run) {
    return Optional.ofNullable(run.commission().terms().budget().maxCost())
        .map(most -> most.minus(run.dossier().usage().cost()));
  }

  private static Optional<Money> least(Optional<Money> own, Optional<Money> callers) {
    return Stream.of(own, callers).flatMap(Optional::stream).min(Money::compareTo);
  }

  private static Money some(Money left) {
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }
}
