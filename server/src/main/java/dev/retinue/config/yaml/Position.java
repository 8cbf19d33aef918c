package dev.retinue.config.yaml;

import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;

/// A place in a file, counted from 1 as editors do, or what has said something from outside of it.
///
/// @param source a variable or an option, if it is not in the file
public record Position(int line, int column, @Nullable String source)
    implements Comparable<Position> {
  public static final Position START = new Position(1, 1);
  private static final Comparator<Position> IN_THE_FILE =
      Comparator.comparingInt(Position::line)
          .thenComparingInt(Position::column)
          .thenComparing(position -> String.valueOf(position.source));

  public Position(int line, int column) {
    this(line, column, null);
  }

  /// Not in the file but behind all of it: a variable of the environment, or an option.
  public static Position outside(String source) {
    return new Position(Integer.MAX_VALUE, 1, source);
  }

  /// How sentences name it.
  ///
  /// @param file how they name the file
  public String in(String file) {
    return source != null ? source : "%s:%d:%d".formatted(file, line, column);
  }

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
