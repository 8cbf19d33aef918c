package dev.retinue.core;

/// A text from outside as it may stand in a message: short, on one line, and harmless to a
/// terminal.
public final class Excerpt {
  private static final int LONGEST = 40;

  private Excerpt() {}

  public static String of(String text) {
    return of(text, LONGEST);
  }

  public static String of(String text, int longest) {
    var shown = text.length() > longest ? text.substring(0, longest) + "…" : text;
    return shown.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }
}
