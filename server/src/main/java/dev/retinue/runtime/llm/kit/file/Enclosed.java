package dev.retinue.runtime.llm.kit.file;

import dev.retinue.process.sandbox.ExecutedLater;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The folder of a run, and the way to everything in it that the agent may touch.
///
/// @param named as its caller named it
/// @param root where it really is
public record Enclosed(Path named, Path root, Scope scope) {
  private static final int LONGEST = 4_096;
  private static final int DEEPEST = 100;

  /// Opens nothing yet.
  ///
  /// @param folder which has to be there
  public static Enclosed of(Path folder, Scope scope) throws IOException {
    return new Enclosed(folder.toAbsolutePath().normalize(), folder.toRealPath(), scope);
  }

  /// What is to be read.
  Spot find(String given) throws IOException {
    var named = relative(given);
    var spot = Spot.walk(root, named, given);
    boolean covered = spot.isFolder() ? scope.leadsTo(spot.inside()) : scope.covers(spot.inside());
    if (!covered || scope.denies(named.normalize())) {
      throw refused(spot, "is not among the paths that your file lets you touch.");
    }
    return spot;
  }

  /// What is to be changed, or made.
  Spot findToChange(String given) throws IOException {
    var spot = find(given);
    if (!scope.covers(spot.inside())) {
      throw refused(spot, "is not among the paths that your file lets you touch.");
    }
    if (ExecutedLater.holds(spot.inside())) {
      throw refused(
          spot,
          "is a place from which others execute something later, so it is not changed by this tool.");
    }
    return spot;
  }

  private static RuntimeException refused(Spot spot, String why) throws IOException {
    spot.close();
    return Refusal.of(spot.given(), why);
  }

  private Path relative(String given) {
    var path = path(given);
    if (path == null) {
      throw Refusal.of(given, "is no path that could be here.");
    }
    if (!path.isAbsolute()) {
      return path;
    }
    for (var base : new Path[] {named, root}) {
      if (path.startsWith(base)) {
        return base.relativize(path); // With its '..', which are walked.
      }
    }
    throw Refusal.outside(given);
  }

  private static @Nullable Path path(String given) {
    if (given.isBlank() || given.length() > LONGEST) {
      return null;
    }
    try {
      var path = Path.of(given);
      return path.getNameCount() > DEEPEST ? null : path;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /// Where a command is to work: a folder, as it really is.
  public Path directory(String given) throws IOException {
    try (var spot = find(given)) {
      if (!spot.isFolder()) {
        throw spot.isMissing() ? Refusal.missing(given) : Refusal.of(given, "is no folder.");
      }
      return root.resolve(spot.inside());
    }
  }
}
