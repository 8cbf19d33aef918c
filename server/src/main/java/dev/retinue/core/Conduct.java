package dev.retinue.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How an agent is kept: what it may do, where it is confined, how it is watched. What a runtime
/// cannot keep it says when it is asked to.
///
/// @param program what is started, where the runtime leaves that open
public record Conduct(
    Permissions permissions,
    Confinement confinement,
    Vigilance vigilance,
    @Nullable Program program) {
  public static final Conduct USUAL =
      new Conduct(Permissions.NONE, Confinement.USUAL, Vigilance.USUAL, null);

  public Conduct {
    // Definitions of earlier versions are kept without them.
    permissions = Objects.requireNonNullElse(permissions, Permissions.NONE);
    confinement = Objects.requireNonNullElse(confinement, Confinement.USUAL);
    vigilance = Objects.requireNonNullElse(vigilance, Vigilance.USUAL);
  }
}
