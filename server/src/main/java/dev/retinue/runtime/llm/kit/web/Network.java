package dev.retinue.runtime.llm.kit.web;

import java.net.InetAddress;
import java.util.Optional;

/// Addresses that begin with the same bits.
///
/// @param address the first of them
/// @param bits how many are the same
record Network(InetAddress address, int bits) {
  /// @param text as in `10.0.0.0/8`
  static Network of(String text) {
    return find(text).orElseThrow(() -> new IllegalArgumentException(text + " is no network"));
  }

  /// Nothing if it is something else, the name of a host for instance. Only the usual forms are
  /// read: what looks like a number otherwise is none.
  static Optional<Network> find(String text) {
    int slash = text.indexOf('/');
    var literal = slash < 0 ? text : text.substring(0, slash);
    try {
      var address = InetAddress.ofLiteral(literal);
      int all = address.getAddress().length * 8;
      int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
      return bits >= 0 && bits <= all ? Optional.of(new Network(address, bits)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Whether it is a single address.
  boolean isOne() {
    return bits == address.getAddress().length * 8;
  }

  boolean contains(InetAddress other) {
    var mine = address.getAddress();
    var its = other.getAddress();
    if (mine.length != its.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((mine[bit / 8] & mask) != (its[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
