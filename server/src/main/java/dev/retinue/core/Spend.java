package dev.retinue.core;

import java.time.LocalDate;

/// A line of the spend book: what was spent on one day, by UTC, for one caller, through one agent
/// and one model.
///
/// @param model empty where nobody knows it
public record Spend(LocalDate day, String caller, String agent, String model, Sum sum) {

  /// How much it was.
  ///
  /// @param invented how much of the cost nobody has to pay, because models only played scripts
  /// @param unpricedTokens how many of the tokens have no known price
  /// @param runs how many were started
  public record Sum(
      Money cost,
      Money invented,
      long inputTokens,
      long outputTokens,
      long cachedTokens,
      long unpricedTokens,
      long runs) {
    public static final Sum NONE = new Sum(Money.ZERO, Money.ZERO, 0, 0, 0, 0, 0);
    private static final Sum ONE_RUN = new Sum(Money.ZERO, Money.ZERO, 0, 0, 0, 0, 1);

    static Sum of(Usage used, boolean invented) {
      return new Sum(
          used.cost(),
          invented ? used.cost() : Money.ZERO,
          used.inputTokens(),
          used.outputTokens(),
          used.cachedTokens(),
          used.unpriced() ? used.tokens() : 0,
          0);
    }

    public Sum plus(Sum other) {
      return new Sum(
          cost.plus(other.cost),
          invented.plus(other.invented),
          Capped.sum(inputTokens, other.inputTokens),
          Capped.sum(outputTokens, other.outputTokens),
          Capped.sum(cachedTokens, other.cachedTokens),
          Capped.sum(unpricedTokens, other.unpricedTokens),
          Capped.sum(runs, other.runs));
    }
  }

  /// Under which fact it is kept which model is asked, where it is not the one of the run.
  public static final String MODEL = "model_asked";

  private static final String SCRIPTED = "scripted";

  /// What a run has used on this day.
  public static Spend of(Run run, Usage used, LocalDate day) {
    return line(run, Sum.of(used, isInvented(run)), day);
  }

  /// That a run was started on this day.
  public static Spend started(Run run, LocalDate day) {
    return line(run, Sum.ONE_RUN, day);
  }

  private static Spend line(Run run, Sum sum, LocalDate day) {
    return new Spend(day, run.commission().caller(), Speakers.last(run), model(run), sum);
  }

  /// The one that is asked, else the one that answered; empty if nobody knows.
  public static String model(Run run) {
    var own = run.commission().agent().model();
    var usual = own != null ? own : run.facts().getOrDefault("model_answered", "");
    return run.facts().getOrDefault(MODEL, usual);
  }

  /// Whether nobody pays for it: agents and models that play scripts have prices that somebody made
  /// up.
  public static boolean isInvented(Run run) {
    return run.commission().agent().runtime().equals(SCRIPTED)
        || model(run).startsWith(SCRIPTED + "/");
  }
}
