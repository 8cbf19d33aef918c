package dev.retinue.config;

import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import java.util.List;

/// The keys of a member of the staff that say how it is kept.
final class ConductKeys {
  private static final Key<Confinement.Login> LOGIN =
      Key.of(
          "login",
          Kinds.oneOf(Confinement.Login.class),
          Confinement.Login.OWNER,
          "Whose sign-in and settings its program uses: the owner's, or a folder for each caller or run.");
  private static final Key<Confinement> SANDBOX = SandboxSection.ofAgent();
  private static final Key<Permissions> PERMISSIONS =
      PermissionsSection.key("Rules about what it does with its tools.");
  private static final Key<Boolean> RETINUE =
      Key.of(
          "retinue",
          Kinds.truth(),
          false,
          "Whether its program gets Retinue as an MCP server, to start others below it.");

  static final List<Key<?>> ALL =
      List.of(
          ProgramSection.KEY,
          LOGIN,
          SANDBOX,
          PERMISSIONS,
          RETINUE,
          VigilanceSection.KEY,
          VigilanceSection.FALLBACK);

  private ConductKeys() {}

  static Conduct conduct(Values values, String runtime) {
    return new Conduct(
        values.require(PERMISSIONS).reaching(values.require(RETINUE)),
        values.require(SANDBOX).with(values.require(LOGIN)),
        VigilanceSection.of(values),
        ProgramSection.of(values.name(), runtime, values.find(ProgramSection.KEY)));
  }
}
