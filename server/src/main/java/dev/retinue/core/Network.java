package dev.retinue.core;

import java.net.InetAddress;
import java.util.Optional;

/// One address, or all that begin alike.
///
/// @param text as it was written
public record Network(String text, InetAddress first, int bits) {
  public static Optional<Network> find(String text) {
    int slash = text.indexOf('/');
    try {
      var address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
      int all = address.getAddress().length * 8;
      int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
      return bits < 0 || bits > all
          ? Optional.empty()
          : Optional.of(new Network(text, address, bits));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public boolean contains(InetAddress other) {
    var own = first.getAddress();
    var given = other.getAddress();
    if (own.length != given.length) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i % 8);
      if ((own[i / 8] & mask) != (given[i / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return text;
  }
}
