package dev.retinue.launcher;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// A copy of the distribution in a place of its own, with a home and a `PATH` that hold no Java.
record Installation(Path folder, Path home, Path bin) {
  // As old as an installation usually is, and the same for all: a cache knows how old its jars are.
  private static final FileTime YESTERDAY = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
  private static final Warmth WARMTH = new Warmth();

  static Installation in(Path parent, String name) {
    try {
      var folder = Repository.distribution(parent.resolve(name));
      for (var file : List.of(folder.resolve("lib"), folder.resolve("lib/retinue.jar"))) {
        Files.setLastModifiedTime(file, YESTERDAY);
      }
      var home = Files.createDirectories(parent.resolve("home"));
      var bin = Files.createDirectories(parent.resolve("bin"));
      for (var program : List.of("readlink")) {
        var script = bin.resolve(program);
        Files.writeString(script, "#!/bin/sh\nexec /usr/bin/%s \"$@\"\n".formatted(program));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      return new Installation(folder, home, bin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path launcher() {
    return folder.resolve("retinue");
  }

  /// The launcher where no JDK is to be found.
  Program withoutJdk(Object... args) {
    return Program.of(Stream.concat(Stream.of(launcher()), Stream.of(args)).toArray())
        .with("PATH", bin)
        .with("HOME", home)
        .with("RETINUE_JVM_FOLDERS", "");
  }

  /// The launcher with the JDK of the tests.
  Program retinue(Object... args) {
    return withoutJdk(args).with("JAVA_HOME", Repository.JDK);
  }

  /// With caches, as `warm` makes them: made once, and the same for all, because it takes long.
  Installation warmed() {
    WARMTH.give(this);
    return this;
  }

  /// By `warm` itself.
  Installation warmedAnew() {
    var ended = retinue("warm").run();
    if (ended.exitCode() != 0) {
      throw new AssertionError("retinue warm failed: " + ended);
    }
    return this;
  }

  List<Path> caches() {
    return files(folder.resolve("cache"));
  }

  List<Path> cachesOfTheUser() {
    return files(home.resolve(".cache/retinue"));
  }

  static List<Path> files(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
