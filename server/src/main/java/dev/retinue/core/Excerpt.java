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
    if (text.length() <= longest && isPlain(text)) {
      return text;
    }
    // Of half a secret, or of one that is folded, nobody knows later that it is one.
    var all = Masked.withoutKnown(text);
    return harmless(all.length() > longest ? all.substring(0, longest) + "…" : all);
  }

  /// Its end in place of its beginning, with blanks between its lines.
  public static String endOf(CharSequence text, int longest) {
    var all = Masked.withoutKnown(text.toString());
    int from = Math.max(0, all.length() - longest);
    var end = all.substring(from).replaceAll("\\s+", " ").strip();
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
