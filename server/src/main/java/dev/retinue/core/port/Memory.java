package dev.retinue.core.port;

import java.util.OptionalLong;

/// How much memory is left on this machine for the programs of runs.
@FunctionalInterface
public interface Memory {
  /// Where nobody can say: then it is no reason to wait.
  Memory UNKNOWN = OptionalLong::empty;

  /// In bytes, now; nothing where the system does not say.
  OptionalLong free();
}
