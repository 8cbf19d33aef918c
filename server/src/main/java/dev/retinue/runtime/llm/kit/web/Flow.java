package dev.retinue.runtime.llm.kit.web;

/// Text as it comes out of a page: spaces count once, and lines are broken where something ends.
final class Flow {
  private final StringBuilder text = new StringBuilder();
  private boolean exact;
  private boolean space;
  private int lines;

  /// Whether it is written as it stands.
  void exact(boolean it) {
    exact = it;
  }

  boolean isExact() {
    return exact;
  }

  void say(String more) {
    for (int i = 0; i < more.length(); i++) {
      char next = more.charAt(i);
      if (!exact && (Character.isWhitespace(next) || next == '\u00a0')) {
        space = true;
      } else {
        write(next);
      }
    }
  }

  private void write(char next) {
    boolean begins = text.isEmpty() || text.charAt(text.length() - 1) == '\n';
    if (lines > 0 && !text.isEmpty()) {
      text.repeat('\n', lines);
    } else if (space && !begins && !exact) {
      text.append(' ');
    }
    lines = 0;
    space = false;
    text.append(next);
  }

  /// A new line, unless there is one.
  void line() {
    lines = Math.max(lines, 1);
    space = false;
  }

  /// An empty line, unless there is one.
  void block() {
    lines = 2;
    space = false;
  }

  String text() {
    return text.toString();
  }
}
