package dev.retinue.toolset.sessions;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Paths as people write them, held against the files that agents are read from.
///
/// @param home what `~` stands for; null where there is none
public record AgentPaths(@Nullable Path home) {
  private static final int LONGEST = 4096;

  /// With the home that this environment names.
  public static AgentPaths of(Map<String, String> environment) {
    return new AgentPaths(
        Stream.of("HOME", "USERPROFILE")
            .map(environment::get)
            .filter(Objects::nonNull)
            .filter(it -> !it.isBlank())
            .map(Path::of)
            .filter(Path::isAbsolute)
            .findFirst()
            .orElse(null));
  }

  /// Nothing for what cannot be one.
  Optional<Path> parse(String written) {
    var text = written.strip();
    if (text.isEmpty() || text.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      if (home != null && (text.equals("~") || text.startsWith("~/"))) {
        return Optional.of(home.resolve(text.substring(Math.min(2, text.length()))).normalize());
      }
      return Optional.of(Path.of(text).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// Whether a path names this file: as it stands, as it really is, or by its last parts.
  ///
  /// @param file the path of a file that agents are read from; empty for none
  boolean isMeant(Path path, String file) {
    if (file.isEmpty() || path.toString().isEmpty()) {
      return false;
    }
    try {
      var known = Path.of(file);
      return path.isAbsolute()
          ? path.equals(known) || real(path).equals(real(known))
          : known.endsWith(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /// Whether this file is in that folder.
  boolean isInside(Path folder, String file) {
    if (file.isEmpty()) {
      return false;
    }
    try {
      var known = Path.of(file);
      return known.startsWith(folder) || real(known).startsWith(real(folder));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }
}
