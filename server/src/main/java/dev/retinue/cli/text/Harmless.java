package dev.retinue.cli.text;

import java.util.regex.Pattern;

/// Text of others, for a terminal. A terminal obeys control characters: it would change its title,
/// its colours or what was written before, and some even type for whoever sits there. What nobody
/// sees goes, too. The console has the same characters in `text.js`.
public final class Harmless {
  /// Both sets of control characters, what turns the direction of writing, what has no width, and
  /// halves of characters. A joiner and a selector of form are seen beside what is not ASCII.
  private static final Pattern UNSEEN =
      Pattern.compile(
          "[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5"
              + "\\u180B-\\u180F\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164"
              + "\\uD800-\\uDFFF\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\x{1BCA0}-\\x{1BCA3}"
              + "\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]"
              + "|(?<![^\\x00-\\x7F\\u200C\\u200D])[\\u200C\\u200D]"
              + "|(?<![^\\x00-\\x7F\\u200C\\u200D\\uFE00-\\uFE0F])[\\uFE00-\\uFE0F](?!\\u20E3)");

  private Harmless() {}

  /// With its lines and tabs, and nothing else that a terminal would obey.
  public static String text(String foreign) {
    return UNSEEN.matcher(foreign).replaceAll("");
  }

  /// On one line, at most this long.
  public static String line(String foreign, int longest) {
    return onOneLine(text(foreign), longest);
  }

  /// The same of what somebody is asked: he sees what is hidden in it, as `U+202E`.
  public static String asked(String foreign, int longest) {
    var shown =
        UNSEEN
            .matcher(foreign.replace("\r\n", "\n"))
            .replaceAll(found -> "U+%04X".formatted(found.group().codePointAt(0)));
    return onOneLine(shown, longest);
  }

  private static String onOneLine(String clean, int longest) {
    var line = clean.replaceAll("[\n\t]", " ").strip().replaceAll(" {2,}", " ");
    if (line.codePointCount(0, line.length()) <= longest) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, longest - 1)) + "…";
  }
}
