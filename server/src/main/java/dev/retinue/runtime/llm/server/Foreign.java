package dev.retinue.runtime.llm.server;

import dev.retinue.core.Masked;

/// Text of others: bounded, and without what only deceives the eye or cannot be kept.
public final class Foreign {
  private Foreign() {}

  /// All of it that may be kept, or its beginning and how much more there was.
  public static String bounded(String text, int most) {
    var harmless = harmless(text);
    if (harmless.length() <= most) {
      return harmless;
    }
    // Before it is cut: nobody knows half a secret.
    var whole = Masked.withoutKnown(harmless);
    if (whole.length() <= most) {
      return whole;
    }
    int end = Character.isHighSurrogate(whole.charAt(most - 1)) ? most - 1 : most;
    return "%s\n[%d more characters were left out]"
        .formatted(whole.substring(0, end), whole.length() - end);
  }

  /// Half of a character has no form in UTF-8, and what is invisible is read by models alone.
  private static String harmless(String text) {
    var kept = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (isPlain(point)) {
                kept.appendCodePoint(point);
              } else if (Character.getType(point) == Character.SURROGATE) {
                kept.append('\uFFFD');
              }
            });
    return kept.toString();
  }

  private static boolean isPlain(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL -> point == '\n' || point == '\t';
      // Joins the parts of emoji, and is needed by some scripts.
      case Character.FORMAT -> point == 0x200C || point == 0x200D;
      case Character.SURROGATE, Character.UNASSIGNED -> false;
      default -> true;
    };
  }
}
