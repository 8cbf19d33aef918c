package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Network;
import dev.retinue.core.RetinueException;
import dev.retinue.web.http.Approach;
import dev.retinue.web.http.Visit;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// What proxies say of the client behind them, as far as they are believed. Each adds to the end of
/// a list; so the list is read from its end, as long as those who wrote it are trusted.
final class Forwarded {
  private static final String STANDARD = "Forwarded";
  private static final String FOR = "X-Forwarded-For";
  private static final String PROTO = "X-Forwarded-Proto";
  private static final String HOST = "X-Forwarded-Host";

  private final List<Network> proxies;

  Forwarded(List<Network> proxies) {
    this.proxies = List.copyOf(proxies);
  }

  /// What one proxy says of whom it speaks for.
  private record Hop(@Nullable String client, @Nullable String scheme, @Nullable String host) {}

  Approach of(Request request) {
    var direct = Approach.direct(request);
    if (proxies.isEmpty() || !isTrusted(direct.address())) {
      return direct;
    }
    var hops = hops(request);
    if (hops.isEmpty()) {
      return direct;
    }
    int last = hops.size() - 1;
    while (last > 0 && isTrusted(String.valueOf(hops.get(last).client))) {
      last--;
    }
    var hop = hops.get(last);
    return new Approach(
        scheme(hop.scheme).orElse(direct.scheme()),
        hop.host == null ? direct.authority() : hop.host,
        hop.client == null ? direct.address() : hop.client);
  }

  private static Optional<String> scheme(@Nullable String word) {
    return Optional.ofNullable(word)
        .map(it -> it.toLowerCase(Locale.ROOT))
        .filter(Set.of("http", "https")::contains);
  }

  private boolean isTrusted(String address) {
    try {
      var literal = InetAddress.ofLiteral(address);
      return proxies.stream().anyMatch(it -> it.contains(literal));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// Of one kind of headers alone: a proxy sets one kind and passes on the other, in which then
  /// stands what the client likes.
  private static List<Hop> hops(Request request) {
    var standard = Visit.header(request, STANDARD);
    boolean others =
        List.of(FOR, PROTO, HOST).stream().anyMatch(it -> Visit.header(request, it) != null);
    if (standard != null && others) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "This request has both 'Forwarded' and 'X-Forwarded-*' headers, and only one kind can be believed; let the proxy remove the other.");
    }
    return standard == null ? customary(request) : standard(standard);
  }

  private static List<Hop> standard(String header) {
    var hops = new ArrayList<Hop>();
    for (var element : header.split(",", -1)) {
      String client = null;
      String scheme = null;
      String host = null;
      for (var pair : element.split(";", -1)) {
        int equals = pair.indexOf('=');
        var name = equals < 0 ? "" : pair.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        var value = pair.substring(equals + 1).strip().replace("\"", "");
        switch (name) {
          case "for" -> client = address(value);
          case "proto" -> scheme = value;
          case "host" -> host = value;
          default -> {}
        }
      }
      hops.add(new Hop(client, scheme, host));
    }
    return hops;
  }

  private static List<Hop> customary(Request request) {
    var clients = list(request, FOR);
    var schemes = list(request, PROTO);
    var hosts = list(request, HOST);
    int size = Math.max(clients.size(), Math.min(1, schemes.size() + hosts.size()));
    var hops = new ArrayList<Hop>();
    for (int i = 0; i < size; i++) {
      hops.add(
          new Hop(
              clients.isEmpty() ? null : address(clients.get(i)),
              at(schemes, i, size),
              at(hosts, i, size)));
    }
    return hops;
  }

  private static List<String> list(Request request, String name) {
    var header = Visit.header(request, name);
    return header == null ? List.of() : List.of(header.strip().split("\\s*,\\s*", -1));
  }

  /// Where not every proxy adds to a list, its end is what the nearest one says.
  private static @Nullable String at(List<String> list, int i, int size) {
    if (list.isEmpty()) {
      return null;
    }
    return list.size() == size ? list.get(i) : list.getLast();
  }

  /// Without the port, and without what is no address.
  private static String address(String text) {
    var bare = text;
    if (bare.startsWith("[")) {
      int end = bare.indexOf(']');
      bare = end < 0 ? bare : bare.substring(1, end);
    } else if (bare.indexOf(':') == bare.lastIndexOf(':') && bare.indexOf(':') > 0) {
      bare = bare.substring(0, bare.indexOf(':'));
    }
    try {
      return InetAddress.ofLiteral(bare).getHostAddress();
    } catch (IllegalArgumentException e) {
      return "unknown";
    }
  }
}
