package dev.retinue.config.yaml;

import dev.retinue.core.Excerpt;
import java.util.regex.Pattern;

/// What somebody wrote in a file, fit to be repeated in a sentence about it.
public final class Quoted {
  /// Enough for a path.
  private static final int LONGEST = 60;

  private static final Pattern LINE_BREAK = Pattern.compile("\\R|\t");

  private Quoted() {}

  public static String of(String text) {
    return "'" + shortened(text) + "'";
  }

  public static String shortened(String text) {
    if (isPlain(text)) {
      return text; // As nearly all are, and every value that is read is named, wrong or not.
    }
    var begin = text.substring(0, Math.min(text.length(), LONGEST + 1));
    return Excerpt.of(LINE_BREAK.matcher(begin).replaceAll(" "), LONGEST);
  }

  private static boolean isPlain(String text) {
    return text.length() <= LONGEST && text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
