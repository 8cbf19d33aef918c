package dev.retinue.toolset.sessions;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.Spend;
import dev.retinue.core.Usage;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.schema.Description;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sessions in the words of this toolset.
public final class SessionViews {
  private final Staff staff;

  public SessionViews(Staff staff) {
    this.staff = staff;
  }

  /// One of several.
  record Row(
      String sessionId,
      @Nullable String sessionName,
      @Description("Who answers the next message.") String agent,
      @Description("How many messages were sent in it.") int messageCount,
      Instant created,
      Instant lastUsed,
      @Description("idle, busy or closed.") String status) {}

  /// What may be used at most; what is missing has no limit.
  record Allowed(
      @Nullable BigDecimal maxCostUsd,
      @Nullable Long maxTokens,
      @Nullable Long maxTurns,
      @Nullable Long maxSeconds,
      @Nullable Long maxRuns) {
    static @Nullable Allowed of(Budget budget) {
      return budget.isUnlimited()
          ? null
          : new Allowed(
              budget.maxCost() == null ? null : budget.maxCost().usd(),
              budget.maxTokens(),
              budget.maxTurns(),
              budget.maxSeconds(),
              budget.maxRuns());
    }
  }

  Row row(Caller caller, Session session) {
    return new Row(
        session.id(),
        session.name(),
        session.agent(),
        session.past().messages(),
        session.times().createdAt(),
        session.times().usedAt(),
        status(caller, session));
  }

  /// Who has answered is not busy any more, whatever is left of it.
  public String status(Caller caller, Session session) {
    if (session.closed()) {
      return "closed";
    }
    return speaking(caller, session).isPresent() || !session.queue().isEmpty() ? "busy" : "idle";
  }

  /// The run that answers now.
  public Optional<Run> speaking(Caller caller, Session session) {
    return Optional.ofNullable(session.turn())
        .flatMap(it -> seen(caller, it))
        .filter(it -> !it.ended());
  }

  /// To look at a session is not to ask for its run.
  private Optional<Run> seen(Caller caller, RunId id) {
    return Optional.ofNullable(staff.visible(caller, List.of(id)).get(id));
  }

  /// Whether nobody pays what its newest turn costs.
  public boolean isInvented(Caller caller, Session session) {
    return Optional.ofNullable(session.past().last())
        .flatMap(it -> seen(caller, it))
        .filter(Spend::isInvented)
        .isPresent();
  }

  /// What all of it has used until now.
  public Usage usage(Caller caller, Session session) {
    return Optional.ofNullable(session.turn())
        .flatMap(it -> seen(caller, it))
        .map(run -> session.past().usage().plus(staff.register().usage(run)))
        .orElse(session.past().usage());
  }

  /// What is left of its budget.
  static Budget left(Session session, Usage used) {
    return session.terms().budget().after(used, session.past().millis() / 1000, 0);
  }
}
