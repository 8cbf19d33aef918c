package dev.retinue.toolset.journal;

import dev.retinue.toolset.reading.Hidden;
import java.util.regex.Pattern;

/// Text of others inside Markdown of ours: it stays text, whatever it looks like.
final class Markdown {
  private static final int REPLACEMENT = 0xFFFD;
  private static final int SHORTEST_FENCE = 3;

  /// What would begin a code, a link, an image, a cell, an emphasis or a formula.
  private static final Pattern MARKS = Pattern.compile("[\\\\`*\\[\\]|~$]");

  /// Where readers make a link of a bare address, or an emphasis of a line below.
  private static final Pattern BARE =
      Pattern.compile(":(?=//)|(?<=\\bwww)\\.|@|(?<![A-Za-z0-9_])_|_(?![A-Za-z0-9_])");

  /// An entity means another character than it is.
  private static final Pattern ENTITY = Pattern.compile("&(?=#?\\w+;)");

  private Markdown() {}

  /// On one line, at most this long before marks are made harmless.
  static String line(String foreign, int longest) {
    return escaped(flat(foreign, longest));
  }

  /// On one line, as it is.
  static String flat(String foreign, int longest) {
    // Enough for any line, so that nobody pays for a text of megabytes.
    var beginning = foreign.length() > 4 * longest ? foreign.substring(0, 4 * longest) : foreign;
    var flat = new StringBuilder();
    beginning
        .codePoints()
        .forEach(
            character -> {
              boolean gap = Character.isWhitespace(character) || Character.isSpaceChar(character);
              flat.appendCodePoint(gap ? ' ' : harmless(character));
            });
    var line = flat.toString().strip().replaceAll(" {2,}", " ");
    if (line.codePointCount(0, line.length()) <= longest && beginning.equals(foreign)) {
      return line;
    }
    int kept = Math.min(longest - 1, line.codePointCount(0, line.length()));
    return line.substring(0, line.offsetByCodePoints(0, kept)).stripTrailing() + "…";
  }

  /// An angle bracket becomes what no reader takes for one, also not one who knows no Markdown.
  private static String escaped(String line) {
    var text = ENTITY.matcher(line).replaceAll("&amp;");
    text = MARKS.matcher(text).replaceAll("\\\\$0");
    text = BARE.matcher(text).replaceAll("\\\\$0");
    return text.replace("<", "&lt;");
  }

  /// As a block of code. Its fence is longer than any that the text has, and nothing else ends it.
  static String fenced(String foreign) {
    var text = clean(foreign);
    var fence = "`".repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
    return fence + "\n" + text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + fence + "\n";
  }

  /// With its lines and tabs, and without what a terminal or the direction of writing obeys.
  static String clean(String foreign) {
    var clean = new StringBuilder(foreign.length());
    foreign
        .replace("\r\n", "\n")
        .replace('\r', '\n')
        .codePoints()
        .forEach(
            character ->
                clean.appendCodePoint(
                    character == '\n' || character == '\t' ? character : harmless(character)));
    return clean.toString();
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  /// In its place stands a sign, so that one sees that there was something.
  private static int harmless(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          REPLACEMENT;
      case Character.FORMAT -> Hidden.turnsOrHides(character) ? REPLACEMENT : character;
      default -> character;
    };
  }
}
