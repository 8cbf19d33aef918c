package dev.retinue.runtime.llm.kit.file;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which part of its folder an agent may touch, as its file says.
///
/// @param allow folders and files relative to it; none means all of it
/// @param deny the same for what it may not; this counts more
/// @param warnings about what is written there and leads elsewhere
public record Scope(List<Path> allow, List<Path> deny, List<String> warnings) {
  /// All of the folder.
  public static final Scope ALL = new Scope(List.of(), List.of(), List.of());

  public Scope {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    warnings = List.copyOf(warnings);
  }

  /// As a file writes it.
  ///
  /// @param root the folder
  public static Scope of(Path root, List<String> allow, List<String> deny) {
    if (allow.isEmpty() && deny.isEmpty()) {
      return ALL;
    }
    var warnings = new ArrayList<String>();
    var allowed = inside(root, allow, warnings);
    if (!allow.isEmpty() && allowed.isEmpty()) {
      allowed = List.of(Path.of("..")); // To allow nothing that is here is to allow nothing.
    }
    var denied = new ArrayList<>(inside(root, deny, warnings));
    denied.addAll(denied.stream().flatMap(it -> real(root, it).stream()).toList());
    return new Scope(allowed, denied, warnings);
  }

  /// A link is denied with what it leads to: everything is known by where it really is.
  private static Optional<Path> real(Path root, Path inside) {
    try {
      var top = root.toRealPath();
      var place = top.resolve(inside).toRealPath();
      return place.startsWith(top) ? Optional.of(top.relativize(place)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // It is not there.
    }
  }

  private static List<Path> inside(Path root, List<String> written, List<String> warnings) {
    var paths = new ArrayList<Path>();
    for (var text : written) {
      find(root, text)
          .ifPresentOrElse(
              paths::add,
              () ->
                  warnings.add(
                      "'%s' is not in the folder of the run, where all of its files are."
                          .formatted(text)));
    }
    return paths;
  }

  private static Optional<Path> find(Path root, String text) {
    try {
      var place = root.resolve(text).normalize();
      return place.startsWith(root) ? Optional.of(root.relativize(place)) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// Whether it may be touched.
  ///
  /// @param inside where it really is, relative to the folder
  boolean covers(Path inside) {
    return (allow.isEmpty() || allow.stream().anyMatch(it -> isIn(it, inside))) && !denies(inside);
  }

  boolean denies(Path inside) {
    return deny.stream().anyMatch(it -> isIn(it, inside));
  }

  /// Whether something below it may be, so that one has to go through it.
  boolean leadsTo(Path folder) {
    return covers(folder) || allow.stream().anyMatch(it -> isIn(folder, it));
  }

  private static boolean isIn(Path folder, Path inside) {
    return folder.toString().isEmpty() || inside.startsWith(folder);
  }
}
