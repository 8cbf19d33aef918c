package dev.retinue.sdk;

import java.util.Locale;

/// How far an agent reaches, as it says itself.
public enum Trust {
  /// Into nothing but what it is given.
  SANDBOXED,
  /// Into files of this machine.
  LOCAL,
  /// Over the network.
  NETWORK,
  /// Into what others depend on.
  PRIVILEGED;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
