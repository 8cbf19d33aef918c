package dev.retinue.core;

import java.util.regex.Pattern;

/// A text from outside as it may stand in a message: short, on one line, and harmless to a
/// terminal.
public final class Excerpt {
  private static final int LONGEST = 40;
  private static final Pattern HARMFUL = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private Excerpt() {}

  public static String of(String text) {
    return of(text, LONGEST);
  }

  public static String of(String text, int longest) {
    var shown = text.length() > longest ? text.substring(0, longest) + "…" : text;
    return harmless(shown);
  }

  /// Its end in place of its beginning, with blanks between its lines.
  public static String endOf(CharSequence text, int longest) {
    int from = Math.max(0, text.length() - longest);
    var end = text.subSequence(from, text.length()).toString().replaceAll("\\s+", " ").strip();
    return harmless(from == 0 ? end : "…" + end);
  }

  private static String harmless(String text) {
    return isPlain(text) ? text : HARMFUL.matcher(text).replaceAll("?");
  }

  /// Nearly every text is, and this stands on the path of every request.
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }
}
