package dev.retinue.runtime.llm.kit.web;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Which addresses are out in the world. All others lead to this machine, its neighbours, or what
/// runs it: whoever reads pages for a model must not become a way to them.
final class Addresses {
  private static final List<Network> NOT_PUBLIC =
      List.of(
          Network.of("0.0.0.0/8"), // This network.
          Network.of("10.0.0.0/8"),
          Network.of("100.64.0.0/10"), // Shared with a provider.
          Network.of("127.0.0.0/8"),
          Network.of("169.254.0.0/16"), // Link-local, and what clouds tell their machines.
          Network.of("172.16.0.0/12"),
          Network.of("192.0.0.0/24"),
          Network.of("192.0.2.0/24"), // For documents.
          Network.of("192.88.99.0/24"), // 6to4 relays.
          Network.of("192.168.0.0/16"),
          Network.of("198.18.0.0/15"), // For measurements.
          Network.of("198.51.100.0/24"),
          Network.of("203.0.113.0/24"),
          Network.of("224.0.0.0/4"), // Multicast.
          Network.of("240.0.0.0/4"), // Reserved, and broadcast.
          Network.of("168.63.129.16/32"), // What Azure tells its machines.
          Network.of("::/16"), // Unspecified, loopback, and old forms of IPv4.
          Network.of("64:ff9b:1::/48"), // NAT64 of somebody's own.
          Network.of("100::/64"), // Discarded.
          Network.of("2001:db8::/32"), // For documents.
          Network.of("3fff::/20"), // The same.
          Network.of("5f00::/16"), // Segment routing.
          Network.of("fc00::/7"), // Private, and fd00:ec2::254.
          Network.of("fe80::/10"), // Link-local.
          Network.of("fec0::/10"), // Site-local.
          Network.of("ff00::/8")); // Multicast.

  /// Where machines of clouds, and containers in them, are told what they may do, with keys.
  private static final List<Network> SECRETS =
      List.of(
          Network.of("169.254.0.0/16"),
          Network.of("168.63.129.16/32"),
          Network.of("100.100.100.200/32"),
          Network.of("192.0.0.192/32"),
          Network.of("fd00:ec2::/32"),
          Network.of("fe80::/10"));

  /// Where an IPv4 address stands in one of IPv6: NAT64, 6to4, Teredo.
  private static final Network NAT64 = Network.of("64:ff9b::/96");

  private static final Network SIX_TO_FOUR = Network.of("2002::/16");
  private static final Network TEREDO = Network.of("2001::/32");

  private Addresses() {}

  /// Whether it is out in the world, also what stands in it.
  static boolean isPublic(InetAddress address) {
    return NOT_PUBLIC.stream().noneMatch(network -> network.contains(address))
        && inside(address).map(Addresses::isPublic).orElse(true);
  }

  /// Whether somebody may be there who tells this machine its secrets.
  static boolean tellsSecrets(InetAddress address) {
    return SECRETS.stream().anyMatch(network -> network.contains(address))
        || inside(address).map(Addresses::tellsSecrets).orElse(false);
  }

  private static Optional<InetAddress> inside(InetAddress address) {
    if (!(address instanceof Inet6Address)) {
      return Optional.empty();
    }
    var bytes = address.getAddress();
    if (NAT64.contains(address)) {
      return Optional.of(part(bytes, 12));
    }
    if (SIX_TO_FOUR.contains(address)) {
      return Optional.of(part(bytes, 2));
    }
    if (TEREDO.contains(address)) {
      // The one of the client stands there upside down; that of its server could be anybody's.
      var client = Arrays.copyOfRange(bytes, 12, 16);
      for (int i = 0; i < client.length; i++) {
        client[i] = (byte) ~client[i];
      }
      return Optional.of(part(client, 0));
    }
    return Optional.empty();
  }

  private static InetAddress part(byte[] bytes, int from) {
    try {
      return Inet4Address.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
