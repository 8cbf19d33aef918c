package dev.retinue.runtime.llm.kit.web;

import java.util.Locale;

/// A tag.
///
/// @param inside what stands after its name
/// @param end behind it
record Tag(String name, boolean closes, String inside, int end) {
  private static final int LONGEST_NAME = 30;
  private static final int LONGEST_INSIDE = 4_000;

  static Tag read(String html, int at) {
    boolean closes = html.charAt(at + 1) == '/';
    int from = at + (closes ? 2 : 1);
    int to = from;
    while (to < html.length()
        && to - from < LONGEST_NAME
        && Character.isLetterOrDigit(html.charAt(to))) {
      to++;
    }
    int end = end(html, to);
    return new Tag(
        html.substring(from, to).toLowerCase(Locale.ROOT),
        closes,
        html.substring(to, Math.clamp(end - 1, to, to + LONGEST_INSIDE)),
        end);
  }

  /// Behind the next '>' that is in no quotes.
  private static int end(String html, int from) {
    char quote = 0;
    for (int i = from; i < html.length(); i++) {
      char next = html.charAt(i);
      if (quote != 0) {
        quote = next == quote ? 0 : quote;
      } else if (next == '"' || next == '\'') {
        quote = next;
      } else if (next == '>') {
        return i + 1;
      }
    }
    // A quote that never ends is none.
    int plain = html.indexOf('>', from);
    return plain < 0 ? html.length() : plain + 1;
  }

  /// Where this begins, in capitals or not.
  static int indexOf(String html, String what, int from) {
    for (int i = html.indexOf('<', from); i >= 0; i = html.indexOf('<', i + 1)) {
      if (html.regionMatches(true, i, what, 0, what.length())) {
        return i;
      }
    }
    return -1;
  }

  /// Of an attribute; empty if it has none.
  String value(String attribute) {
    int at = -1;
    do {
      at = inside.toLowerCase(Locale.ROOT).indexOf(attribute, at + 1);
    } while (at > 0 && !Character.isWhitespace(inside.charAt(at - 1)));
    int equals = at < 0 ? -1 : inside.indexOf('=', at);
    if (equals < 0 || !inside.substring(at + attribute.length(), equals).isBlank()) {
      return "";
    }
    var rest = inside.substring(equals + 1).strip();
    if (rest.startsWith("\"") || rest.startsWith("'")) {
      int end = rest.indexOf(rest.charAt(0), 1);
      return end < 0 ? rest.substring(1) : rest.substring(1, end);
    }
    return rest.split("[\\s>]", 2)[0];
  }
}
