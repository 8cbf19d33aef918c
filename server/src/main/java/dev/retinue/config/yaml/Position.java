package dev.retinue.config.yaml;

import java.util.Comparator;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/// A place in a file, counted from 1 as editors do.
public record Position(int line, int column) implements Comparable<Position> {
  public static final Position START = new Position(1, 1);
  private static final Comparator<Position> IN_THE_FILE =
      Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

  static Position of(Optional<Mark> mark) {
    return mark.map(at -> new Position(at.getLine() + 1, at.getColumn() + 1)).orElse(START);
  }

  /// The place right behind this text.
  static Position after(CharSequence text) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean partOfTheNext =
          Character.isHighSurrogate(c)
              || (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n');
      if (partOfTheNext) {
        continue;
      }
      boolean ends = c == '\n' || c == '\r';
      line += ends ? 1 : 0;
      column = ends ? 1 : column + 1;
    }
    return new Position(line, column);
  }

  @Override
  public int compareTo(Position other) {
    return IN_THE_FILE.compare(this, other);
  }
}
