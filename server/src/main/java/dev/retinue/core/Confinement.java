package dev.retinue.core;

import java.util.Objects;

/// Where the processes of an agent are confined.
///
/// @param tier the weakest that will do, where the daemon asks for no more: 0 nothing, 1 limits and
///   an end with us, 2 the file system, 3 a world of their own
/// @param network whether they may reach others
/// @param login whose sign-in and settings its program uses
/// @param allowance what they may use at most
public record Confinement(int tier, boolean network, Login login, Allowance allowance) {
  public static final int HIGHEST_TIER = 3;
  public static final Confinement USUAL = new Confinement(0, true, Login.OWNER);

  /// Whose sign-in and settings a program uses.
  public enum Login {
    /// The owner's of the daemon.
    OWNER,
    /// A folder for each caller, which lasts.
    CALLER,
    /// A folder for each run, which goes with it.
    RUN
  }

  public Confinement(int tier, boolean network, Login login) {
    this(tier, network, login, Allowance.ANY);
  }

  public Confinement {
    login = Objects.requireNonNullElse(login, Login.OWNER);
    allowance = Objects.requireNonNullElse(allowance, Allowance.ANY);
    if (tier < 0 || tier > HIGHEST_TIER) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "There is no sandbox tier %d; there are 0 to %d.".formatted(tier, HIGHEST_TIER));
    }
  }

  /// The same, and no freer than this one.
  public Confinement within(Confinement other) {
    return new Confinement(Math.max(tier, other.tier), network && other.network, login, allowance);
  }

  /// The same, with this sign-in.
  public Confinement with(Login other) {
    return new Confinement(tier, network, other, allowance);
  }
}
