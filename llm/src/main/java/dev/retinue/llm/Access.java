package dev.retinue.llm;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Where a provider is, and what it is shown to let one in.
///
/// @param provider its name, for sentences
/// @param base the address before the paths of its API, without a slash at the end
/// @param key null where none is needed
public record Access(String provider, URI base, @Nullable String key) {
  public static Access of(String provider, String base, @Nullable String key) {
    var end = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    return new Access(provider, URI.create(end), key);
  }

  public URI at(String path) {
    return URI.create(base + path);
  }

  /// A text of the provider, in which it may have repeated our key.
  public String masked(String text) {
    return key == null || key.isBlank() ? text : text.replace(key, "***");
  }

  /// Never the key.
  @Override
  public String toString() {
    return "%s at %s".formatted(provider, base);
  }
}
