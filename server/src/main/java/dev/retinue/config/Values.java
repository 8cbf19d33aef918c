package dev.retinue.config;

import dev.retinue.config.yaml.Position;
import java.util.Map;
import java.util.Optional;

/// The values of one section, each as its key declares it.
///
/// @param name the name of the section
/// @param at where it stands
public record Values(String name, Position at, Map<String, Object> written) {
  public Values {
    written = Map.copyOf(written);
  }

  public static Values none(String name) {
    return new Values(name, Position.START, Map.of());
  }

  /// The value or its default.
  public <T> T require(Key<T> key) {
    return find(key)
        .orElseThrow(() -> new IllegalStateException(key.name() + " is optional: find it"));
  }

  public <T> Optional<T> find(Key<T> key) {
    @SuppressWarnings("unchecked") // only the kind of the key of that name has put it there
    var value = (T) written.get(key.name());
    return Optional.ofNullable(value != null ? value : key.fallback());
  }
}
