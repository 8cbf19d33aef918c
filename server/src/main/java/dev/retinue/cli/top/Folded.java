package dev.retinue.cli.top;

import java.util.ArrayList;
import java.util.List;

/// A text in lines that a screen shows to their end.
final class Folded {
  private static final int ASCII = 127;

  private Folded() {}

  /// Broken wherever a line is full; of what is no ASCII each character may take two columns.
  static List<String> at(String text, int columns) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    int used = 0;
    for (int character : text.codePoints().toArray()) {
      int wide = character > ASCII ? 2 : 1;
      if (used + wide > columns) {
        lines.add(line.toString());
        line.setLength(0);
        used = 0;
      }
      line.appendCodePoint(character);
      used += wide;
    }
    lines.add(line.toString());
    return lines;
  }
}
