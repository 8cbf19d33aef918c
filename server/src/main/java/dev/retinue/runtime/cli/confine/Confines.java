package dev.retinue.runtime.cli.confine;

import dev.retinue.core.Confinement;
import dev.retinue.process.Supervisor;
import dev.retinue.process.sandbox.Grounds;
import dev.retinue.process.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Gives programs their places, as the owner wants it.
public final class Confines {
  private final Sandbox sandbox;
  private final Policy policy;

  /// What the owner has decided for all programs.
  ///
  /// @param tier the weakest that will do; null for what the system has of the first
  /// @param readable what they may read besides
  /// @param writable what they may change besides
  /// @param trusted the folders whose own settings, hooks and servers they take up
  public record Policy(
      @Nullable Integer tier, List<Path> readable, List<Path> writable, List<Path> trusted) {
    public static final Policy USUAL = new Policy(null, List.of(), List.of(), List.of());
  }

  public Confines(Sandbox sandbox, Policy policy) {
    this.sandbox = sandbox;
    this.policy = policy;
  }

  /// As it is where nobody has decided anything.
  public static Confines usual(Supervisor supervisor) {
    return new Confines(new Sandbox(supervisor, Map.of()), Policy.USUAL);
  }

  /// The stronger of what the owner wants for all, and for this one.
  public int tier(Confinement wanted) {
    return Math.max(wanted.tier(), policy.tier() == null ? usualTier() : policy.tier());
  }

  private static int usualTier() {
    return System.getProperty("os.name", "").equals("Linux") ? 1 : 0;
  }

  /// What is missing for it, as a sentence.
  public Optional<String> missing(Confinement wanted) {
    return sandbox.missing(tier(wanted), wanted.network());
  }

  /// Whether the settings, hooks and servers that are in there may be taken up.
  public boolean trusts(Path directory) {
    return policy.trusted().stream().anyMatch(directory::startsWith);
  }

  /// The place for it.
  public Sandbox.Place place(Guest guest) {
    var wanted = guest.confinement();
    return sandbox.place(guest.run(), tier(wanted), grounds(guest), wanted.allowance());
  }

  private Grounds grounds(Guest guest) {
    var home =
        Optional.ofNullable(guest.environment().get("HOME"))
            .filter(it -> it.startsWith("/"))
            .map(Path::of)
            .orElse(null);
    var belongings = new Belongings(home, guest.environment());
    var readable = new ArrayList<Path>(policy.readable());
    readable.addAll(guest.readable());
    readable.addAll(belongings.installation(guest.program()));
    boolean owners = guest.confinement().login() == Confinement.Login.OWNER;
    var own = home == null || owners ? List.<Path>of() : List.of(home);
    var kept = belongings.of(guest.belongings());
    var writable =
        Stream.of(policy.writable(), kept, own, List.of(guest.scratch()), guest.writable())
            .flatMap(List::stream)
            .toList();
    return new Grounds(
        guest.directory(),
        guest.mayWrite(),
        guest.temporary(),
        writable,
        readable,
        home,
        guest.confinement().network());
  }
}
