package dev.retinue.core;

/// A text from outside as it may stand in a message: short, on one line, and harmless to a
/// terminal.
public final class Excerpt {
  private static final int LONGEST = 40;

  private Excerpt() {}

  public static String of(String text) {
    var shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return shown.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }
}
