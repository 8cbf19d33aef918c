package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The folders in which runs may work.
///
/// @param allowed real paths; what is inside them is allowed too
/// @param home the owner's, in which his keys and programs are: never a place to work as a whole
/// @param data the data directory, in which no run works
public record Roots(List<Path> allowed, @Nullable Path home, @Nullable Path data) {
  public static final Roots NONE = new Roots(List.of(), null, null);

  public Roots {
    allowed = List.copyOf(allowed);
  }

  /// The folders that the owner names, or a refusal of the first that cannot be one.
  public static Roots of(List<Path> folders, @Nullable Path home) {
    var realHome = home == null ? null : real(home);
    var none = new Roots(List.of(), realHome, null);
    return new Roots(folders.stream().map(it -> root(none, it)).toList(), realHome, null);
  }

  private static Path root(Roots none, Path folder) {
    var real = real(folder);
    if (real == null || !Files.isDirectory(real)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "roots: there is no folder '%s'; make it, or take it out."
              .formatted(Excerpt.of(folder.toString(), 200)));
    }
    if (none.isTooWide(real)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "roots: '%s' is refused, because all that is yours is in it; name the folders in which agents may work."
              .formatted(Excerpt.of(folder.toString(), 200)));
    }
    return real;
  }

  /// The same roots, around this data directory.
  public Roots around(Path folder) {
    var real = real(folder);
    return new Roots(allowed, home, real == null ? folder.toAbsolutePath().normalize() : real);
  }

  /// The top of the file system, the home folder, and all that it is in.
  boolean isTooWide(Path real) {
    return real.getNameCount() == 0 || (home != null && home.startsWith(real));
  }

  boolean isInData(Path real) {
    return data != null && real.startsWith(data);
  }

  static @Nullable Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException | SecurityException e) {
      return null;
    }
  }
}
