package dev.retinue.cli.text;

/// Where in a line that is still being written something may be open, bold for instance: how that
/// looks depends on what comes.
final class OpenSpans {
  private boolean code;
  private boolean bold;
  private boolean italic;
  private boolean underlined;
  private boolean link;

  private OpenSpans() {}

  /// How much of this line ends with a blank and has everything closed that it opened.
  static int before(String line) {
    var open = new OpenSpans();
    int settled = 0;
    for (int i = 0; i < line.length(); i++) {
      char character = line.charAt(i);
      boolean twice = i + 1 < line.length() && line.charAt(i + 1) == character;
      if (character == ' ' && open.nothing()) {
        settled = i + 1;
      } else if (open.turn(character, twice)) {
        i++;
      }
    }
    return settled;
  }

  private boolean nothing() {
    return !(code || bold || italic || underlined || link);
  }

  /// Says whether the next character belongs to this one.
  private boolean turn(char character, boolean twice) {
    if (character == '`') {
      code = !code;
      return false;
    }
    if (code) {
      return false;
    }
    switch (character) {
      case '*' -> {
        bold ^= twice;
        italic ^= !twice;
      }
      case '_' -> underlined ^= twice;
      case '[' -> link = true;
      case ']' -> link = false;
      default -> {
        return false;
      }
    }
    return twice && (character == '*' || character == '_');
  }
}
