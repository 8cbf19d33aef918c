package dev.retinue.config;

import java.util.List;
import java.util.Optional;

/// What values a key takes, and how one is read.
interface Kind<T> {
  /// What is expected, as a sentence says it: "a whole number from 0 to 10".
  String expected();

  /// The value, or nothing after its mistakes have been noted.
  Optional<T> read(Spot spot);

  /// What is expected, as documents say it: without what is only known when the program runs.
  default String documented() {
    return expected();
  }

  /// How a value would be written in the file.
  default String written(T value) {
    return value.toString();
  }

  /// The keys inside, where it is a section.
  default List<Key<?>> keys() {
    return List.of();
  }

  /// What stands between the key and the keys inside.
  default String path() {
    return "";
  }
}
