package dev.retinue.runtime.llm;

import dev.retinue.core.Masked;
import java.nio.charset.StandardCharsets;

/// Texts from models and tools as they are kept: of a size, and of whole characters.
final class Bounds {
  /// What a model says or thinks in one piece, or gives a tool.
  static final int LONGEST_PART = 1 << 20;

  /// What a model is told of the result of a tool.
  static final int LONGEST_OUTPUT = 50_000;

  private Bounds() {}

  /// The beginning.
  static String beginning(String all, int longest) {
    var text = uncut(all, longest);
    if (text.length() <= longest) {
      return whole(text);
    }
    return whole(text.substring(0, longest))
        + "\n[… %d characters are left out here]".formatted(text.length() - longest);
  }

  /// The beginning and the end: what matters is rarely in the middle.
  static String bothEnds(String all, int longest) {
    var text = uncut(all, longest);
    if (text.length() <= longest) {
      return whole(text);
    }
    int half = longest / 2;
    return whole(text.substring(0, half))
        + "\n[… %d characters are left out here …]\n".formatted(text.length() - 2 * half)
        + whole(text.substring(text.length() - half));
  }

  /// The end.
  static String end(String all, int longest) {
    var text = uncut(all, longest);
    return whole(text.length() <= longest ? text : text.substring(text.length() - longest));
  }

  /// What is going to be cut loses its secrets first: of half of one nobody knows that it is one.
  private static String uncut(String text, int longest) {
    return text.length() <= longest ? text : Masked.withoutKnown(text);
  }

  /// Half of a character has no form in which it could be kept.
  private static String whole(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text)
        ? text
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
