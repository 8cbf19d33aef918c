package dev.retinue.runtime.cli.confine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a program needs of its owner's home and of where it is installed.
///
/// @param environment what the program sees
record Belongings(@Nullable Path home, Map<String, String> environment) {
  private static final List<String> GIT = List.of(".gitconfig", ".config/git");

  /// What it keeps: its sign-in, its settings, its sessions.
  ///
  /// @param names in the home folder, a folder with a slash at its end; or `$` and a variable
  List<Path> of(List<String> names) {
    return names.stream().flatMap(this::find).toList();
  }

  private Stream<Path> find(String name) {
    if (name.startsWith("$")) {
      var value = environment.getOrDefault(name.substring(1), "");
      return value.startsWith("/") ? Stream.of(made(Path.of(value), true)) : Stream.empty();
    }
    return home == null ? Stream.empty() : Stream.of(made(home.resolve(name), name.endsWith("/")));
  }

  /// As the program would make it itself, if it could.
  private static Path made(Path place, boolean folder) {
    try {
      if (folder && !Files.exists(place)) {
        Files.createDirectories(place);
      }
    } catch (IOException e) {
      // The program will say what it misses.
    }
    return place;
  }

  /// Where it is installed, with what it is started by; and how git is set up.
  List<Path> installation(Path program) {
    var places = new ArrayList<Path>();
    add(places, program.getParent());
    try {
      var real = program.toRealPath();
      add(places, real.getParent());
      modules(real).forEach(it -> add(places, it));
    } catch (IOException e) {
      // It will not start, and say why.
    }
    for (var folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      if (folder.startsWith("/")) {
        add(places, Path.of(folder));
        add(places, Path.of(folder).resolveSibling("lib"));
      }
    }
    if (home != null) {
      GIT.forEach(it -> add(places, home.resolve(it)));
    }
    return places;
  }

  /// The outermost folder of modules of Node in which it is.
  private static Stream<Path> modules(Path real) {
    return IntStream.range(0, real.getNameCount())
        .filter(i -> real.getName(i).toString().equals("node_modules"))
        .limit(1)
        .mapToObj(i -> real.getRoot().resolve(real.subpath(0, i + 1)));
  }

  /// Nothing in which the home is, and nothing that is not there.
  private void add(List<Path> places, @Nullable Path place) {
    if (place == null || place.getNameCount() == 0) {
      return;
    }
    boolean tooWide = home != null && home.startsWith(place.normalize());
    if (!tooWide && Files.exists(place)) {
      places.add(place.normalize());
    }
  }
}
