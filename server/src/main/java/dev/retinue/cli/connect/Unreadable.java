package dev.retinue.cli.connect;

/// That settings are not what they should be, and where. Nobody changes what he cannot read.
final class Unreadable extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int line;
  private final String why;

  Unreadable(int line, String why) {
    super("line %d: %s".formatted(line, why));
    this.line = line;
    this.why = why;
  }

  /// The number of the line in which this place is.
  static int line(String text, int place) {
    return 1
        + (int)
            text.substring(0, Math.min(place, text.length()))
                .chars()
                .filter(it -> it == '\n')
                .count();
  }

  int line() {
    return line;
  }

  String why() {
    return why;
  }
}
