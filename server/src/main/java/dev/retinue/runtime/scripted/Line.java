package dev.retinue.runtime.scripted;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;

/// A line of a script that means something, with the block of text that belongs to it.
///
/// @param number where it begins, from 1
record Line(int number, String text) {
  private static final String QUOTES = "\"\"\"";

  /// Leaves out what is empty and what is a comment.
  static List<Line> of(String script) {
    var lines = new ArrayList<Line>();
    var all = script.lines().toList();
    for (int i = 0; i < all.size(); i++) {
      var line = new Line(i + 1, all.get(i).strip());
      if (line.text.isEmpty() || line.text.startsWith("#")) {
        continue;
      }
      if (line.text.endsWith(QUOTES)) {
        int end = line.endOfBlock(all);
        lines.add(line.with(all.subList(i + 1, end)));
        i = end;
      } else {
        lines.add(line);
      }
    }
    return lines;
  }

  private int endOfBlock(List<String> all) {
    if (text.indexOf(QUOTES) < text.length() - QUOTES.length()) {
      throw refusal(
          "a block of text begins after %s on the next line; for one line, leave the quotes out."
              .formatted(QUOTES));
    }
    for (int i = number; i < all.size(); i++) {
      if (all.get(i).strip().equals(QUOTES)) {
        return i;
      }
    }
    throw refusal(
        "the block of text that begins here has no end; close it with %s on a line of its own."
            .formatted(QUOTES));
  }

  private Line with(List<String> block) {
    var head = text.substring(0, text.length() - QUOTES.length());
    return new Line(number, head + String.join("\n", block).stripIndent());
  }

  String word() {
    int end = 0;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return text.substring(0, end);
  }

  String rest() {
    return text.substring(word().length()).strip();
  }

  RetinueException refusal(String sentence) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "Line %d of the script: %s".formatted(number, sentence));
  }
}
