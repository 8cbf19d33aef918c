package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.Lineage;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whether a run may be started, and where it will stand.
final class Admission {
  private final Limits limits;

  Admission(Limits limits) {
    this.limits = limits;
  }

  /// The lineage of a run below this one, or a refusal: too deep, too many, in a circle, too late.
  Lineage below(@Nullable Run parent, Agent agent) {
    if (parent == null) {
      return Lineage.ROOT;
    }
    if (parent.ended()) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Run '%s' has ended and can start nothing any more.".formatted(parent.id()));
    }
    var above = new ArrayList<>(parent.commission().lineage().above());
    above.add(
        new Lineage.Link(parent.id(), parent.commission().agent().name(), parent.hasAccount()));
    if (above.size() > limits.depth()) {
      throw LimitHit.of(
              Limit.DEPTH, LimitHit.Whose.run(parent.id()), limits.depth(), LimitHit.Frees.never())
          .refusal(
              "Run '%s' is %d deep, and runs may be %d deep at most: it has to do this itself (%s)."
                  .formatted(parent.id(), above.size() - 1, limits.depth(), path(above, agent)));
    }
    boolean circle = above.stream().anyMatch(link -> link.agent().equals(agent.name()));
    if (circle && !agent.limits().mayRecurse()) {
      throw LimitHit.of(Limit.RECURSION, LimitHit.Whose.run(parent.id()), 0, LimitHit.Frees.never())
          .refusal(
              ("Agent '%s' is already at work above run '%s'; it would go round in a circle (%s)."
                      + " Choose another agent, or let it recurse (may-recurse).")
                  .formatted(agent.name(), parent.id(), path(above, agent)));
    }
    return new Lineage(above);
  }

  private static String path(List<Lineage.Link> above, Agent agent) {
    return Stream.concat(above.stream().map(Lineage.Link::agent), Stream.of(agent.name()))
        .collect(Collectors.joining(" → "));
  }

  /// Counts the new run on every account above it, or refuses it.
  void enter(Change change, Run run) {
    var root = run.root();
    for (var account : change.accounts(run)) {
      if (account.holder().equals(root) && account.runs() >= limits.descendants()) {
        throw LimitHit.of(
                Limit.DESCENDANTS,
                LimitHit.Whose.run(root),
                limits.descendants(),
                LimitHit.Frees.never())
            .refusal(
                "Below run '%s' %d runs were started, and no more are allowed."
                    .formatted(root, account.runs()));
      }
      var crossed = account.refusesRun().or(account::usedUp);
      if (crossed.isPresent()) {
        throw LimitHit.ofBudget(
                LimitHit.Whose.run(account.holder()),
                crossed.get(),
                LimitHit.Frees.when("somebody raises it"))
            .refusal(
                "The budget of run '%s' (%s) is used up; raise it or finish with what there is."
                    .formatted(account.holder(), crossed.get()));
      }
      change.records().save(account.startRun());
    }
  }

  /// A child has no more time than its parent has left.
  Terms withinTimeOf(Change change, @Nullable Run parent, Terms asked) {
    var limit = parent == null ? null : maxSeconds(change, parent);
    if (parent == null || limit == null) {
      return asked;
    }
    long left = Math.max(1, limit - parent.tenure().active().toSeconds());
    var budget = asked.budget();
    var own = budget.maxSeconds();
    var shorter =
        new Budget(
            budget.maxCost(),
            budget.maxTokens(),
            budget.maxTurns(),
            own == null ? left : Math.min(own, left),
            budget.maxRuns());
    return asked.with(shorter);
  }

  /// As it is now: it may have been raised.
  private static @Nullable Long maxSeconds(Change change, Run run) {
    return change
        .records()
        .account(run.id())
        .map(account -> account.budget().maxSeconds())
        .orElse(null);
  }
}
