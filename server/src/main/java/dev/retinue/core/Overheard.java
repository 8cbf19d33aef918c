package dev.retinue.core;

/// What one has seen of an answer while it was written, so that nothing of it is told twice when it
/// is said.
public final class Overheard {
  private final StringBuilder seen = new StringBuilder();

  /// What is to be told of something that is said for good.
  ///
  /// @param told how much of it was told before, in characters; with 0 all of it is to be told, and
  ///   whatever was seen before is void
  /// @param rest what is not told yet
  public record Said(int told, String rest) {}

  /// The next piece of what is written.
  public void see(int offset, String text) {
    if (offset == 0) {
      forget();
    }
    seen.append(text);
  }

  /// Whatever was seen came to nothing.
  public void forget() {
    seen.setLength(0);
  }

  /// Whether all that was seen has been said.
  public boolean isEmpty() {
    return seen.isEmpty();
  }

  /// It is said for good. An answer may be said in several parts, with a new line between.
  public Said hear(String text) {
    int known = Math.min(seen.length(), text.length());
    if (known == 0 || !text.regionMatches(0, seen.substring(0, known), 0, known)) {
      forget();
      return new Said(0, text);
    }
    seen.delete(0, known);
    if (!seen.isEmpty() && seen.charAt(0) == '\n') {
      seen.deleteCharAt(0);
    }
    return new Said(known, text.substring(known));
  }
}
