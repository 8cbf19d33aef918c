package dev.retinue.cli.agentapi;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Under which names the server answers, and from which pages it may be asked. `*` is any.
///
/// A page is also let in that was served under the very name by which it asks, which is how a proxy
/// shows it.
public record Names(List<String> hosts, List<String> origins) {
  private static final String ANY = "*";
  private static final List<String> LOCAL = List.of("localhost", "127.0.0.1", "[::1]");

  public Names {
    hosts = List.copyOf(hosts);
    origins = List.copyOf(origins);
  }

  /// As they are written in an option or a variable, with commas or blanks between them; null for
  /// the usual ones.
  public static Names of(@Nullable String hosts, @Nullable String origins) {
    var names = list(hosts).stream().map(Names::withoutPort).toList();
    return new Names(names.isEmpty() ? LOCAL : names, list(origins));
  }

  private static List<String> list(@Nullable String text) {
    var found = new ArrayList<String>();
    for (var word : (text == null ? "" : text).split("[,\\s]+", -1)) {
      if (!word.isBlank()) {
        found.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return found;
  }

  boolean allowsHost(@Nullable String host) {
    return hosts.contains(ANY) || (host != null && hosts.contains(withoutPort(host)));
  }

  /// @param host by which it was asked
  boolean allowsOrigin(String origin, @Nullable String host) {
    var plain = origin.toLowerCase(Locale.ROOT);
    return origins.contains(ANY) || origins.contains(plain) || isSame(plain, host);
  }

  private static boolean isSame(String origin, @Nullable String host) {
    try {
      var authority = URI.create(origin).getRawAuthority();
      return host != null && host.strip().equalsIgnoreCase(authority);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String withoutPort(String host) {
    return host.strip().toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
  }
}
