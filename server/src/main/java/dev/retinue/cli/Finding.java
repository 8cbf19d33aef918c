package dev.retinue.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One thing that `retinue doctor` looked at.
///
/// @param remedy what to do about it, where there is something to do
record Finding(String name, Level level, String text, @Nullable String remedy) {

  /// How bad it is.
  enum Level {
    OK,
    WARN,
    FAIL;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String name, String text) {
    return new Finding(name, Level.OK, text, null);
  }

  /// Nothing is wrong, and there is more to have.
  static Finding hint(String name, String text, String remedy) {
    return new Finding(name, Level.OK, text, remedy);
  }

  static Finding warn(String name, String text, String remedy) {
    return new Finding(name, Level.WARN, text, remedy);
  }

  static Finding fail(String name, String text, String remedy) {
    return new Finding(name, Level.FAIL, text, remedy);
  }
}
