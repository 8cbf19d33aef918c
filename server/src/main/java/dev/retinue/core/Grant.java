package dev.retinue.core;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a caller may use. It is looked up by the caller whenever it counts, and copied nowhere: so
/// a change of it holds at once, also for the runs that its caller has started.
///
/// @param toolsets by name; none for all
/// @param agents by name; none for all
/// @param roots the folders in which its runs may work, inside those of the configuration; none for
///   all of these
/// @param rate how many requests a second, in the long run; null for the usual ones
/// @param concurrency how many trees of runs are at work at once; null for the usual share
/// @param perDay what it may spend on one day, by UTC; null for any
/// @param perMonth what it may spend in one month, by UTC; null for any
public record Grant(
    List<String> toolsets,
    List<String> agents,
    List<String> roots,
    @Nullable Integer rate,
    @Nullable Integer concurrency,
    @Nullable Money perDay,
    @Nullable Money perMonth) {
  /// Everything that the configuration allows.
  public static final Grant ANY =
      new Grant(List.of(), List.of(), List.of(), null, null, null, null);

  /// For whom nobody vouches any more: one thing at a time, and nothing that costs.
  public static final Grant LEAST =
      new Grant(List.of(), List.of(), List.of(), 1, 1, Money.ZERO, Money.ZERO);

  private static final int MOST_NAMES = 200;
  private static final int LONGEST = 4096;
  private static final int MANY = 1_000_000;

  public Grant {
    toolsets = names("toolsets", toolsets);
    agents = names("agents", agents);
    roots = names("roots", roots);
    require("rate", rate);
    require("concurrency", concurrency);
    require("budget_per_day_usd", perDay);
    require("budget_per_month_usd", perMonth);
  }

  /// Those of earlier versions are kept without some of them.
  private static List<String> names(String what, @Nullable List<String> given) {
    var all = List.copyOf(Objects.requireNonNullElse(given, List.of()));
    if (all.size() > MOST_NAMES
        || all.stream().anyMatch(it -> it.isBlank() || it.length() > LONGEST)) {
      throw refused(
          "%s of a token are at most %d names, none of them empty or longer than %d letters."
              .formatted(what, MOST_NAMES, LONGEST));
    }
    return all.stream().distinct().toList();
  }

  private static void require(String what, @Nullable Integer number) {
    if (number != null && (number < 1 || number > MANY)) {
      throw refused(
          "%s of a token is a number from 1 to %d, not %d.".formatted(what, MANY, number));
    }
  }

  private static void require(String what, @Nullable Money most) {
    if (most != null && most.nanos() < 0) {
      throw refused("%s of a token must be 0 or more.".formatted(what));
    }
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }

  public boolean isAny() {
    return equals(ANY);
  }

  public boolean mayUseToolset(String name) {
    return toolsets.isEmpty() || toolsets.contains(name);
  }

  /// Those of one file are named after the first of them, and come with it.
  public boolean mayUseAgent(String name) {
    int point = name.indexOf('.');
    return agents.isEmpty()
        || agents.contains(name)
        || (point > 0 && agents.contains(name.substring(0, point)));
  }

  /// Whether what it spends is limited.
  public boolean limitsMoney() {
    return perDay != null || perMonth != null;
  }
}
