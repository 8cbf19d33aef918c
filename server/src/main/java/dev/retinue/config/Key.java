package dev.retinue.config;

import org.jspecify.annotations.Nullable;

/// A key of the configuration, declared once: for its reader, its documentation and its tests.
///
/// @param fallback what holds where the key is not written; null for a required key, and where
///   there is simply nothing then
/// @param description one line for those who write configurations
public record Key<T>(
    String name, Kind<T> kind, boolean required, @Nullable T fallback, String description) {

  public static <T> Key<T> required(String name, Kind<T> kind, String description) {
    return new Key<>(name, kind, true, null, description);
  }

  public static <T> Key<T> optional(String name, Kind<T> kind, String description) {
    return new Key<>(name, kind, false, null, description);
  }

  public static <T> Key<T> of(String name, Kind<T> kind, T fallback, String description) {
    return new Key<>(name, kind, false, fallback, description);
  }

  /// A section that need not be written: each of its keys has its own default.
  public static <T> Key<T> section(String name, Shape<T> shape, String description) {
    return of(name, shape, shape.make(Values.none(name)), description);
  }
}
