package dev.retinue.config;

import java.util.Map;
import java.util.Optional;

/// The values of one section, each as its key declares it.
///
/// @param name the name of the section
record Values(String name, Map<String, Object> written) {
  Values {
    written = Map.copyOf(written);
  }

  static Values none(String name) {
    return new Values(name, Map.of());
  }

  /// The value or its default.
  <T> T require(Key<T> key) {
    return find(key)
        .orElseThrow(() -> new IllegalStateException(key.name() + " is optional: find it"));
  }

  <T> Optional<T> find(Key<T> key) {
    @SuppressWarnings("unchecked") // only the kind of the key of that name has put it there
    var value = (T) written.get(key.name());
    return Optional.ofNullable(value != null ? value : key.fallback());
  }
}
