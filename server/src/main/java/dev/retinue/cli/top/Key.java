package dev.retinue.cli.top;

import java.util.ArrayList;
import java.util.List;

/// Something that was typed.
public sealed interface Key {
  /// A letter, or whatever else is written.
  record Typed(int letter) implements Key {}

  /// A key that writes nothing.
  enum Named implements Key {
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    ENTER,
    ESCAPE,
    BACKSPACE
  }

  /// What a terminal sent, as keys. What is not known is passed over.
  static List<Key> of(String sent) {
    var keys = new ArrayList<Key>();
    for (int at = 0; at < sent.length(); ) {
      int letter = sent.codePointAt(at);
      if (letter == '\u001b' && at + 2 < sent.length() && "[O".indexOf(sent.charAt(at + 1)) >= 0) {
        int end = at + 2;
        while (end < sent.length() - 1
            && !Character.isLetter(sent.charAt(end))
            && sent.charAt(end) != '~') {
          end++;
        }
        sequence(sent.substring(at + 2, end + 1), keys);
        at = end + 1;
        continue;
      }
      at += Character.charCount(letter);
      switch (letter) {
        case '\u001b' -> keys.add(Named.ESCAPE);
        case '\r', '\n' -> keys.add(Named.ENTER);
        case 127, '\b' -> keys.add(Named.BACKSPACE);
        default -> {
          if (letter >= ' ') {
            keys.add(new Typed(letter));
          }
        }
      }
    }
    return keys;
  }

  private static void sequence(String code, List<Key> keys) {
    switch (code) {
      case "A" -> keys.add(Named.UP);
      case "B" -> keys.add(Named.DOWN);
      case "5~" -> keys.add(Named.PAGE_UP);
      case "6~" -> keys.add(Named.PAGE_DOWN);
      default -> {
        // Home, F1 and the like.
      }
    }
  }
}
