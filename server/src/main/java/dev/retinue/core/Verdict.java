package dev.retinue.core;

/// What the server found when it made a check.
///
/// @param check its title
/// @param detail what was found, or why it did not pass
public record Verdict(String check, boolean passed, String detail) {
  private static final int LONGEST = 500;

  public static Verdict of(Check check, boolean passed, String detail) {
    return new Verdict(Excerpt.of(check.title(), LONGEST), passed, Excerpt.of(detail, LONGEST));
  }
}
