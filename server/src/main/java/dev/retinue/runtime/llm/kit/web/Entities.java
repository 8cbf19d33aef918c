package dev.retinue.runtime.llm.kit.web;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Characters that HTML writes with names or numbers. Of the names those that are seen often.
final class Entities {
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));");
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("amp", "&"),
          Map.entry("lt", "<"),
          Map.entry("gt", ">"),
          Map.entry("quot", "\""),
          Map.entry("apos", "'"),
          Map.entry("nbsp", "\u00a0"),
          Map.entry("copy", "\u00a9"),
          Map.entry("reg", "\u00ae"),
          Map.entry("trade", "\u2122"),
          Map.entry("hellip", "\u2026"),
          Map.entry("mdash", "\u2014"),
          Map.entry("ndash", "\u2013"),
          Map.entry("lsquo", "\u2018"),
          Map.entry("rsquo", "\u2019"),
          Map.entry("ldquo", "\u201c"),
          Map.entry("rdquo", "\u201d"),
          Map.entry("laquo", "\u00ab"),
          Map.entry("raquo", "\u00bb"),
          Map.entry("bull", "\u2022"),
          Map.entry("middot", "\u00b7"),
          Map.entry("euro", "\u20ac"),
          Map.entry("times", "\u00d7"),
          Map.entry("rarr", "\u2192"),
          Map.entry("larr", "\u2190"),
          Map.entry("auml", "\u00e4"),
          Map.entry("ouml", "\u00f6"),
          Map.entry("uuml", "\u00fc"),
          Map.entry("szlig", "\u00df"),
          Map.entry("eacute", "\u00e9"),
          Map.entry("egrave", "\u00e8"));

  private Entities() {}

  static String decoded(String text) {
    return text.indexOf('&') < 0
        ? text
        : ENTITY.matcher(text).replaceAll(match -> Matcher.quoteReplacement(decoded(match)));
  }

  private static String decoded(MatchResult match) {
    if (match.group(3) != null) {
      return NAMES.getOrDefault(match.group(3), match.group());
    }
    int point =
        match.group(1) != null
            ? Integer.parseInt(match.group(1))
            : Integer.parseInt(match.group(2), 16);
    return Character.isValidCodePoint(point) && Character.getType(point) != Character.SURROGATE
        ? Character.toString(point)
        : match.group();
  }
}
