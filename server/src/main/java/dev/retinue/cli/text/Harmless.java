package dev.retinue.cli.text;

/// Text of others, for a terminal. A terminal obeys control characters: it would change its title,
/// its colours or what was written before, and some even type for whoever sits there.
public final class Harmless {
  private Harmless() {}

  /// With its lines and tabs, and nothing else that a terminal would obey.
  public static String text(String foreign) {
    return clean(foreign, true);
  }

  /// On one line, at most this long.
  public static String line(String foreign, int longest) {
    var clean = clean(foreign, false).strip().replaceAll(" {2,}", " ");
    if (clean.codePointCount(0, clean.length()) <= longest) {
      return clean;
    }
    return clean.substring(0, clean.offsetByCodePoints(0, longest - 1)) + "…";
  }

  private static String clean(String foreign, boolean lines) {
    var clean = new StringBuilder(foreign.length());
    foreign
        .codePoints()
        .forEach(
            character -> {
              if (character == '\n' || character == '\t') {
                clean.append(lines ? (char) character : ' ');
              } else if (!isObeyed(character)) {
                clean.appendCodePoint(character);
              }
            });
    return clean.toString();
  }

  /// Both sets of control characters, what turns the direction of writing, and halves of
  /// characters.
  private static boolean isObeyed(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.FORMAT ->
          character == 0x061C
              || character == 0x200E
              || character == 0x200F
              || (character >= 0x202A && character <= 0x202E)
              || (character >= 0x2066 && character <= 0x2069);
      default -> false;
    };
  }
}
