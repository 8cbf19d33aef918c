package dev.retinue.runtime.cli;

import dev.retinue.core.ProviderKeys;
import dev.retinue.process.SharedVariables;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The programs of this machine, and what they see of its environment.
///
/// @param environment of the daemon
public record Programs(Map<String, String> environment) {
  public Programs {
    environment = Map.copyOf(environment);
  }

  /// Where the program of a profile is.
  public Optional<Path> find(Profile profile) {
    return find(profile.command()).map(profile::behind);
  }

  /// Where the program is that is called like this.
  public Optional<Path> find(String command) {
    var places =
        command.startsWith("/")
            ? path(command)
            : Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isBlank() && !command.isBlank())
                .flatMap(folder -> path(folder, command));
    return places
        .filter(Path::isAbsolute)
        .filter(it -> Files.isExecutable(it) && !Files.isDirectory(it))
        .findFirst();
  }

  /// Nothing if it is no path: a `PATH` may have anything in it.
  private static Stream<Path> path(String first, String... more) {
    try {
      return Stream.of(Path.of(first, more));
    } catch (InvalidPathException _) {
      return Stream.empty();
    }
  }

  /// What it sees: an allow-list, its caller's keys above it, and a place of its own for what is
  /// temporary.
  Map<String, String> environment(
      Profile profile, Map<String, String> keys, Map<String, String> own, Path temporary) {
    var seen = new HashMap<String, String>();
    ProviderKeys.over(environment, keys)
        .forEach(
            (name, value) -> {
              if (SharedVariables.NAMES.contains(name) || profile.environment().contains(name)) {
                seen.put(name, value);
              }
            });
    seen.putAll(own);
    seen.put("LC_ALL", "C.UTF-8");
    seen.put("TMPDIR", temporary.toString());
    return seen;
  }
}
