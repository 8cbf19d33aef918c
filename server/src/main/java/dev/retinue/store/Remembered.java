package dev.retinue.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// What texts say that were read lately. A run at work is read again with every change of it, and
/// to read its text takes longer than to find it here. The same text always says the same, and what
/// it says never changes, so this cannot be out of date.
final class Remembered<T> {
  private static final int LONGEST = 4096;

  private final Function<String, T> read;
  private final Map<String, T> known;

  /// @param most how many are remembered
  Remembered(int most, Function<String, T> read) {
    this.read = read;
    this.known =
        new LinkedHashMap<>(most, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > most;
          }
        };
  }

  T of(String text) {
    synchronized (known) {
      var value = known.get(text);
      if (value != null) {
        return value;
      }
    }
    var value = read.apply(text);
    keep(text, value);
    return value;
  }

  /// What was just written need not be read.
  ///
  /// @param value what the text says
  void keep(String text, T value) {
    if (text.length() <= LONGEST) {
      synchronized (known) {
        known.put(text, value);
      }
    }
  }
}
