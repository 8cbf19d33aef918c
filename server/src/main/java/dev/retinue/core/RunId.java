package dev.retinue.core;

import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The handle of a run. It is never a proof of identity: every look-up is checked against the
/// caller.
public record RunId(String text) implements Comparable<RunId> {
  private static final Pattern SHAPE = Pattern.compile("(agent-|sp_)[a-z2-7]{26}");
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int LENGTH = 26;

  /// What the first letters of an id tell a person.
  public enum Prefix {
    AGENT("agent-"),
    SPAWN("sp_");

    private final String text;

    Prefix(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public RunId {
    if (!SHAPE.matcher(text).matches()) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND, "There is no run '%s'.".formatted(Excerpt.of(text)));
    }
  }

  /// A new one, of 130 random bits.
  public static RunId random(Prefix prefix, RandomGenerator random) {
    var text = new StringBuilder(prefix.text);
    for (int i = 0; i < LENGTH; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return new RunId(text.toString());
  }

  /// The run somebody names, whatever the case of the letters.
  public static RunId of(String text) {
    return new RunId(text.strip().toLowerCase(Locale.ROOT));
  }

  public Prefix prefix() {
    return text.startsWith(Prefix.SPAWN.text) ? Prefix.SPAWN : Prefix.AGENT;
  }

  /// The run that a text names, if it is the id of one.
  public static Optional<RunId> find(String text) {
    return SHAPE.matcher(text).matches() ? Optional.of(new RunId(text)) : Optional.empty();
  }

  @Override
  public int compareTo(RunId other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
