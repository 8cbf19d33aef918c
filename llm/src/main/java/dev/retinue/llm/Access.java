package dev.retinue.llm;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a provider is, and what it is shown to let one in.
///
/// @param provider its name, for sentences
/// @param base the address before the paths of its API, without a slash at the end
/// @param key null where none is needed
public record Access(String provider, URI base, @Nullable String key) {
  /// Takes an address with or without a slash at its end, and a blank key for none.
  ///
  /// @throws IllegalArgumentException if this is no address; it is not repeated, for somebody may
  ///   have put a password into it
  public static Access of(String provider, String base, @Nullable String key) {
    var end = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    return new Access(provider, address(provider, end), key == null || key.isBlank() ? null : key);
  }

  private static URI address(String provider, String text) {
    try {
      var address = URI.create(text);
      var scheme = address.getScheme();
      if (address.getHost() != null && ("http".equals(scheme) || "https".equals(scheme))) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Below, without the text that it repeats.
    }
    throw new IllegalArgumentException(
        "The address of %s is none: it begins with http:// or https://, and a host follows."
            .formatted(provider));
  }

  public URI at(String path) {
    return URI.create(base + path);
  }

  /// The header of most providers.
  public Map<String, String> bearer() {
    return key == null ? Map.of() : Map.of("Authorization", "Bearer " + key);
  }

  /// A text of the provider, in which it may have repeated our key.
  public String masked(String text) {
    return key == null ? text : text.replace(key, "***");
  }

  /// The address without what may be secret in it.
  public String shown() {
    int port = base.getPort();
    return base.getScheme()
        + "://"
        + base.getHost()
        + (port < 0 ? "" : ":" + port)
        + masked(base.getRawPath() == null ? "" : base.getRawPath());
  }

  /// Never the key.
  @Override
  public String toString() {
    return "%s at %s".formatted(provider, shown());
  }
}
