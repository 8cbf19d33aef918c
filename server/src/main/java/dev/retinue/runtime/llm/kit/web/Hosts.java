package dev.retinue.runtime.llm.kit.web;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Names of hosts, and networks, as a file lists them. `example.org` is the host and all below it,
/// `.example.org` and `*.example.org` only those below it.
record Hosts(List<String> names, List<Network> networks) {
  Hosts {
    names = List.copyOf(names);
    networks = List.copyOf(networks);
  }

  static Hosts of(List<String> written) {
    var names = new ArrayList<String>();
    var networks = new ArrayList<Network>();
    for (var each : written) {
      var text = each.strip();
      var literal =
          text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
      Network.find(literal).ifPresentOrElse(networks::add, () -> names.add(plain(text)));
    }
    return new Hosts(names, networks);
  }

  boolean isEmpty() {
    return names.isEmpty() && networks.isEmpty();
  }

  /// Whether it is one of those names, or this address is in one of the networks.
  boolean has(String host, InetAddress address) {
    return hasName(host) || hasAddress(address);
  }

  boolean hasName(String host) {
    var plain = plain(host);
    return names.stream().anyMatch(name -> fits(plain, name));
  }

  boolean hasAddress(InetAddress address) {
    return networks.stream().anyMatch(network -> network.contains(address));
  }

  /// Whether it is named alone, and not with others.
  boolean names(InetAddress address) {
    return networks.stream().anyMatch(it -> it.isOne() && it.contains(address));
  }

  private static boolean fits(String host, String name) {
    var below = name.startsWith("*.") ? name.substring(1) : name;
    return below.startsWith(".")
        ? host.endsWith(below) && host.length() > below.length()
        : host.equals(below) || host.endsWith("." + below);
  }

  /// A point at the end changes nothing.
  private static String plain(String host) {
    var small = host.toLowerCase(Locale.ROOT);
    return small.endsWith(".") ? small.substring(0, small.length() - 1) : small;
  }
}
