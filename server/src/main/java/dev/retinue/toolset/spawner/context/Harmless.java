package dev.retinue.toolset.spawner.context;

import dev.retinue.toolset.reading.Hidden;
import java.util.regex.Pattern;

/// Text of a project as it may stand among our own: nothing in it steers a terminal, is invisible,
/// or ends the fence in which it stands.
final class Harmless {
  private static final Pattern LINE_ENDS = Pattern.compile("\\r\\n?|[\\x{2028}\\x{2029}\\x{85}]");

  private static final int REPLACEMENT = 0xFFFD;

  /// Nobody means more than this, and a fence must be longer than what is in it.
  private static final int LONGEST_FENCE = 16;

  private static final Pattern FENCES = Pattern.compile("`{%d,}".formatted(LONGEST_FENCE));
  private static final Pattern TICKS = Pattern.compile("`+");
  private static final int USUAL_FENCE = 4;

  private Harmless() {}

  static String text(String text) {
    var lines = LINE_ENDS.matcher(text).replaceAll("\n");
    var visible = new StringBuilder(lines.length());
    lines.codePoints().map(Harmless::visible).forEach(visible::appendCodePoint);
    return FENCES.matcher(visible).replaceAll("`".repeat(LONGEST_FENCE));
  }

  /// In its place stands a sign, so that one sees that there was something.
  private static int visible(int character) {
    boolean steers =
        Character.getType(character) == Character.CONTROL && character != '\n' && character != '\t';
    return steers || Hidden.turnsOrHides(character) ? REPLACEMENT : character;
  }

  /// The same for programs that open what is mentioned as in `@file`: a repository would have them
  /// read what it likes.
  static String unmentioned(String text) {
    return text.replace("@", "\\@");
  }

  /// The same between two fences that nothing in it can end.
  static String fenced(String text) {
    int longest = TICKS.matcher(text).results().mapToInt(it -> it.group().length()).max().orElse(0);
    int length = Math.max(USUAL_FENCE, longest + 1);
    var fence = "`".repeat(length);
    return "%smarkdown\n%s\n%s\n".formatted(fence, text, fence);
  }
}
