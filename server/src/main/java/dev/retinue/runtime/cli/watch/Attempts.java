package dev.retinue.runtime.cli.watch;

import java.util.Map;

/// How often the program of a run was cut off in the middle by the end of the daemon. Who was so
/// twice is not started a third time: perhaps it was the cause.
///
/// @param open whether it was started and has not ended in order since
/// @param broken how often it did not, before that
public record Attempts(boolean open, int broken) {
  private static final String FACT = "attempt";
  private static final String OPEN = "open ";
  private static final String CLOSED = "closed ";
  private static final int MOST = 1;

  public static Attempts of(Map<String, String> facts) {
    var text = facts.getOrDefault(FACT, CLOSED + 0);
    boolean open = text.startsWith(OPEN);
    try {
      return new Attempts(open, Integer.parseInt(text.substring((open ? OPEN : CLOSED).length())));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return new Attempts(open, MOST);
    }
  }

  /// It is started now.
  public Attempts begin() {
    return new Attempts(true, total());
  }

  /// It has ended, and we were there.
  public Attempts end() {
    return new Attempts(false, broken);
  }

  public boolean mayBeginAgain() {
    return total() <= MOST;
  }

  private int total() {
    return broken + (open ? 1 : 0);
  }

  /// To be written down.
  public Map<String, String> facts() {
    return Map.of(FACT, (open ? OPEN : CLOSED) + broken);
  }
}
