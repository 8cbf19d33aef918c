package dev.retinue.config;

import org.jspecify.annotations.Nullable;

/// One setting as it counts.
///
/// @param key with the sections above it
/// @param value as it would be written in the file; null if there is none
/// @param origin who says so: a place in the file, a variable, an option, or [#DEFAULT]
public record Setting(String key, @Nullable String value, String origin) {
  public static final String DEFAULT = "default";
}
