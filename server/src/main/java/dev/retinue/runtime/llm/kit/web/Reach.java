package dev.retinue.runtime.llm.kit.web;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Locale;

/// Hosts and networks that may be fetched although they are not public. What tells a machine its
/// secrets, and Retinue itself, must be named as exactly as they can be: nobody means them who
/// names a whole network.
///
/// @param written as somebody who may has written them
/// @param hosts the same, read
record Reach(List<String> written, Hosts hosts) {
  static Reach of(List<String> written) {
    return new Reach(List.copyOf(written), Hosts.of(written));
  }

  /// @param ours the port at which Retinue listens; less than 1 if it does not
  boolean has(String host, InetAddress address, int port, int ours) {
    if (namesPort(host, port)) {
      return true;
    }
    boolean guarded = Addresses.tellsSecrets(address);
    if (guarded || (port == ours && isOurs(address))) {
      return guarded && port != ours && hosts.names(address);
    }
    return hosts.has(host, address);
  }

  /// With its port after it.
  private boolean namesPort(String host, int port) {
    var literal = host.indexOf(':') < 0 ? host : "[%s]".formatted(host);
    var exact = "%s:%d".formatted(literal, port).toLowerCase(Locale.ROOT);
    return written.stream().anyMatch(it -> it.strip().toLowerCase(Locale.ROOT).equals(exact));
  }

  /// Whether it leads to this machine.
  static boolean isOurs(InetAddress address) {
    try {
      return address.isLoopbackAddress()
          || address.isAnyLocalAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return true;
    }
  }
}
