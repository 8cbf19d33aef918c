package dev.retinue.process;

import dev.retinue.core.RunId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program to be started for a run.
///
/// @param command the program, by its full path, and its arguments
/// @param environment all of it; the marks of the run are added
/// @param files what it reads and writes
/// @param enclosure what is put around it
public record Spawn(
    RunId run,
    List<String> command,
    Path directory,
    Map<String, String> environment,
    Files files,
    Limits limits,
    Enclosure enclosure) {

  public Spawn {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /// With the usual limits around it, and nothing else.
  public Spawn(
      RunId run,
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Files files,
      Limits limits) {
    this(run, command, directory, environment, files, limits, Enclosure.LIMITS);
  }

  /// The same, inside of this.
  public Spawn inside(Enclosure other) {
    return new Spawn(run, command, directory, environment, files, limits, other);
  }

  /// Files rather than pipes: they outlive us, and bound what we hold in memory.
  ///
  /// @param input what it hears, and then no more
  /// @param open whether it hears more after that, by a pipe: only for those that are spoken with
  /// @param piped whether all that it hears and says goes through pipes: only for those that serve
  ///   us, and have nothing to say to anybody who comes after us
  public record Files(Path input, Path output, Path errors, boolean open, boolean piped) {
    public Files(Path input, Path output, Path errors, boolean open) {
      this(input, output, errors, open, false);
    }

    public Files(Path input, Path output, Path errors) {
      this(input, output, errors, false);
    }

    /// Pipes, and a file for its complaints alone.
    public static Files piped(Path errors) {
      return new Files(errors, errors, errors, false, true);
    }
  }

  /// What the system does not let it exceed.
  ///
  /// @param fileBytes the largest file that it may write, its output among them
  public record Limits(long fileBytes) {
    public static final Limits USUAL = new Limits(1L << 30);
  }
}
