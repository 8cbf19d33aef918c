package dev.retinue.toolset.fleet;

/// Text that is not kept by us, as it fits into one answer: what is missing is said.
final class Cut {
  private Cut() {}

  /// @param most how many characters of JSON there may be
  static String to(String text, int most) {
    int left = most;
    for (int i = 0; i < text.length(); i++) {
      left -= width(text.charAt(i));
      if (left < 0) {
        int end = i > 0 && Character.isHighSurrogate(text.charAt(i - 1)) ? i - 1 : i;
        return "%s… (%d characters in all; ask for fewer on a page to see more of each)"
            .formatted(text.substring(0, end), text.length());
      }
    }
    return text;
  }

  private static int width(char c) {
    if (c == '"' || c == '\\' || c == '\n' || c == '\t') {
      return 2;
    }
    return c < ' ' ? 6 : 1;
  }
}
