package dev.retinue.mcp.transport;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which names a server answers to. A web page that made its own name point here, or that merely
/// sends requests here, is refused.
public record Hosts(Set<String> names) {
  public static final Hosts LOCAL = new Hosts(Set.of("localhost", "127.0.0.1", "[::1]"));

  public boolean allow(@Nullable String host, @Nullable String origin) {
    return host != null && names.contains(withoutPort(host)) && (origin == null || allows(origin));
  }

  private boolean allows(String origin) {
    try {
      var uri = URI.create(origin);
      var scheme = String.valueOf(uri.getScheme());
      return Set.of("http", "https").contains(scheme)
          && uri.getHost() != null
          && names.contains(uri.getHost().toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String withoutPort(String host) {
    var name = host.strip().toLowerCase(Locale.ROOT);
    int end = name.length();
    while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    boolean hasPort = end > 0 && end < name.length() && name.charAt(end - 1) == ':';
    return hasPort ? name.substring(0, end - 1) : name;
  }
}
