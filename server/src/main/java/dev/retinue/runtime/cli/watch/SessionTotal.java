package dev.retinue.runtime.cli.watch;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import java.util.Map;

/// What the whole session of a program had used when it last said so. Programs count over all that
/// was ever done in a session, in other runs too; charged is only what is new.
public final class SessionTotal {
  private static final String FACT = "session_total";

  private SessionTotal() {}

  /// What was said in the run with these facts, or in the one that it follows. Turns are counted
  /// anew by every program that is started.
  public static Usage of(Map<String, String> facts) {
    var parts = facts.getOrDefault(FACT, "").split(" ", -1);
    try {
      return parts.length == 4
          ? new Usage(
              new Money(Long.parseLong(parts[0])),
              false,
              Long.parseLong(parts[1]),
              Long.parseLong(parts[2]),
              Long.parseLong(parts[3]),
              0)
          : Usage.NONE;
    } catch (NumberFormatException e) {
      return Usage.NONE;
    }
  }

  /// To be written down.
  public static Map<String, String> facts(Usage total) {
    return Map.of(
        FACT,
        "%d %d %d %d"
            .formatted(
                total.cost().nanos(),
                total.inputTokens(),
                total.outputTokens(),
                total.cachedTokens()));
  }

  /// What was used between both. Who says less than before has begun to count anew.
  public static Usage between(Usage before, Usage after) {
    boolean anew =
        after.cost().compareTo(before.cost()) < 0
            || after.inputTokens() < before.inputTokens()
            || after.outputTokens() < before.outputTokens();
    return anew ? after : after.minus(before);
  }
}
