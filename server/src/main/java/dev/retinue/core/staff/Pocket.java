package dev.retinue.core.staff;

import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.LimitHit.Whose;
import dev.retinue.core.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a caller may spend on this day and in this month, above the budgets of all his runs. Days
/// and months are those of UTC.
///
/// @param today what he spent today
/// @param thisMonth what he spent in this month
/// @param promised what the calls in flight of his runs were promised
record Pocket(
    String caller, Grant grant, Instant now, Money today, Money thisMonth, Money promised) {

  /// A limit that allows no more, in a sentence.
  ///
  /// @param hit which limit of a caller, and when it is over by itself; null for that of a run
  record Breach(String sentence, @Nullable LimitHit hit) {
    /// That of a run, which is never over by itself.
    static Breach ofRun(String sentence) {
      return new Breach(sentence, null);
    }

    boolean passes() {
      return hit != null;
    }
  }

  /// One of both limits.
  private record Bound(Limit limit, String period, Money most, Money spent, Instant frees) {
    String option() {
      return "--per-" + period;
    }
  }

  /// Nothing for who may spend anything.
  static Optional<Pocket> of(Change change, String caller) {
    var grant = change.grants().of(caller);
    if (!grant.limitsMoney()) {
      return Optional.empty();
    }
    var today = change.today();
    var first = today.withDayOfMonth(1);
    var records = change.records();
    return Optional.of(
        new Pocket(
            caller,
            grant,
            change.now(),
            grant.perDay() == null ? Money.ZERO : records.spent(caller, today, today),
            grant.perMonth() == null ? Money.ZERO : records.spent(caller, first, today),
            records.promised(caller)));
  }

  /// Which limit a use of this much would cross, after all that is spent and promised.
  Optional<Breach> refuses(Money estimate) {
    return firstLimit(promised.plus(estimate), 1);
  }

  /// Of which limit all is spent, so that nothing may be begun. What is promised may come back.
  Optional<Breach> usedUp() {
    return firstLimit(Money.ZERO, 0);
  }

  /// Which limit is crossed by what is spent. To spend exactly what one may is not to cross it.
  Optional<Breach> exhausted() {
    return firstLimit(Money.ZERO, 1);
  }

  /// What may still be spent.
  Money left() {
    return limits()
        .map(it -> it.most.minus(it.spent).minus(promised))
        .map(it -> new Money(Math.max(0, it.nanos())))
        .min(Money::compareTo)
        .orElseThrow();
  }

  private Optional<Breach> firstLimit(Money more, int least) {
    return limits()
        .filter(it -> it.spent.plus(more).compareTo(it.most) >= least)
        .findFirst()
        .map(this::breach);
  }

  private Stream<Bound> limits() {
    var today = dayOf(now);
    var perDay = grant.perDay();
    var perMonth = grant.perMonth();
    return Stream.of(
            perMonth == null
                ? null
                : new Bound(
                    Limit.TOKEN_MONTH,
                    "month",
                    perMonth,
                    thisMonth,
                    midnight(today.withDayOfMonth(1).plusMonths(1))),
            perDay == null
                ? null
                : new Bound(Limit.TOKEN_DAY, "day", perDay, today(), midnight(today.plusDays(1))))
        .flatMap(Stream::ofNullable);
  }

  private Breach breach(Bound bound) {
    var sentence =
        "The budget of caller '%s' (%s per %s) does not allow more: %s are spent, and %s promised to calls in flight. It frees at %s, or when %s."
            .formatted(
                caller,
                bound.most,
                bound.period,
                bound.spent,
                promised,
                bound.frees,
                remedy(bound));
    var hit =
        new LimitHit(
            bound.limit,
            Whose.caller(caller),
            bound.most.usd(),
            LimitHit.Frees.at(bound.frees, now));
    return new Breach(sentence, hit);
  }

  private String remedy(Bound bound) {
    return Issuer.isCaller(caller)
        ? "the operator raises it (%s.budget-per-%s-usd)".formatted(Issuer.LIMITS, bound.period)
        : "one with the scope 'admin' raises it (retinue token change %s %s <USD>)"
            .formatted(caller, bound.option());
  }

  static LocalDate dayOf(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  private static Instant midnight(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
