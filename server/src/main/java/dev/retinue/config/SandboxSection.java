package dev.retinue.config;

import dev.retinue.core.Allowance;
import dev.retinue.core.Confinement;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sections `sandbox`: one for all programs, and one for those of an agent.
final class SandboxSection {
  private static final long A_TEBIBYTE = 1L << 40;
  private static final long MANY_PROCESSES = 1_000_000;
  private static final long MANY_CPUS = 1024;

  private static final Key<Long> LEAST =
      Key.optional(
          "tier",
          Kinds.wholeNumber(0, Confinement.HIGHEST_TIER),
          "The weakest sandbox in which any program runs; else 1 on Linux, and 0 elsewhere.");

  private static final Key<Long> TIER =
      Key.of(
          "tier",
          Kinds.wholeNumber(0, Confinement.HIGHEST_TIER),
          0L,
          "The weakest sandbox that will do for it; what `sandbox.tier` says counts if that is more.");
  private static final Key<Boolean> NETWORK =
      Key.of("network", Kinds.truth(), true, "Whether its processes may reach others.");
  private static final Key<Long> MEMORY =
      Key.optional("memory", Sizes.upTo(A_TEBIBYTE), "How much memory its processes may have.");
  private static final Key<Long> PROCESSES =
      Key.optional(
          "processes",
          Kinds.wholeNumber(1, MANY_PROCESSES),
          "How many processes and threads it may have.");
  private static final Key<Long> CPUS =
      Key.optional("cpus", Kinds.wholeNumber(1, MANY_CPUS), "How many CPUs it may keep busy.");

  private SandboxSection() {}

  /// For all programs.
  ///
  /// @param home what `~` stands for
  static Key<Settings.Sandbox> key(@Nullable Path home) {
    var readable = folders(home, "readable", "Folders that programs may read in tiers 2 and 3.");
    var writable =
        folders(
            home, "writable", "Folders that programs may change in tiers 2 and 3, such as caches.");
    return Key.section(
        "sandbox",
        new Shape<>(
            List.of(LEAST, readable, writable),
            values ->
                new Settings.Sandbox(
                    values.find(LEAST).map(Math::toIntExact).orElse(null),
                    values.require(readable),
                    values.require(writable))),
        "Where all programs are confined at least.");
  }

  private static Key<List<Path>> folders(@Nullable Path home, String name, String description) {
    return Key.of(
        name,
        new Items<>("a list of folders", new Folder(home), File.pathSeparator),
        List.of(),
        description);
  }

  /// For the programs of an agent.
  static Key<Confinement> ofAgent() {
    return Key.section(
        "sandbox",
        new Shape<>(List.of(TIER, NETWORK, MEMORY, PROCESSES, CPUS), SandboxSection::confinement),
        "Where its programs are confined.");
  }

  private static Confinement confinement(Values values) {
    return new Confinement(
        Math.toIntExact(values.require(TIER)),
        values.require(NETWORK),
        Confinement.Login.OWNER,
        new Allowance(
            values.find(MEMORY).orElse(null),
            values.find(PROCESSES).orElse(null),
            values.find(CPUS).orElse(null)));
  }
}
