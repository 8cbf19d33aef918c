package dev.retinue.core;

import java.util.Objects;

/// Where the processes of an agent are confined.
///
/// @param tier the weakest that will do: 0 nothing, 1 limits and an end with us, 2 the file system,
///   3 a world of their own
/// @param network whether they may reach others
/// @param login whose sign-in and settings its program uses
public record Confinement(int tier, boolean network, Login login) {
  public static final Confinement USUAL = new Confinement(1, true, Login.OWNER);

  /// Whose sign-in and settings a program uses.
  public enum Login {
    /// The owner's of the daemon.
    OWNER,
    /// A folder for each caller, which lasts.
    CALLER,
    /// A folder for each run, which goes with it.
    RUN
  }

  public Confinement {
    login = Objects.requireNonNullElse(login, Login.OWNER);
  }
}
