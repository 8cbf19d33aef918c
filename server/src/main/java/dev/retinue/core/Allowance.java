package dev.retinue.core;

import org.jspecify.annotations.Nullable;

/// What all processes of a run together may use at most.
///
/// @param memory in bytes
/// @param processes how many at once, threads included
/// @param cpus how many of them at once
public record Allowance(@Nullable Long memory, @Nullable Long processes, @Nullable Long cpus) {
  public static final Allowance ANY = new Allowance(null, null, null);

  public boolean isAny() {
    return equals(ANY);
  }
}
