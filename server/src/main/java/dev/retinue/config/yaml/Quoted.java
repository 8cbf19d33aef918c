package dev.retinue.config.yaml;

import java.util.regex.Pattern;

/// What somebody wrote, fit to be repeated in a sentence: on one line, and not too long.
public final class Quoted {
  private static final int LONGEST = 60;
  private static final Pattern LINE_BREAK = Pattern.compile("\\R|\t");
  private static final Pattern NOT_TO_BE_SHOWN = Pattern.compile("\\p{C}|\\p{Zl}|\\p{Zp}");

  private Quoted() {}

  public static String of(String text) {
    return "'" + shortened(text) + "'";
  }

  public static String shortened(String text) {
    var cut =
        text.codePointCount(0, text.length()) <= LONGEST
            ? text
            : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…";
    return NOT_TO_BE_SHOWN.matcher(LINE_BREAK.matcher(cut).replaceAll(" ")).replaceAll("?");
  }
}
