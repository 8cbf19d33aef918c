package dev.retinue.launcher;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/// A copy of the sources, as somebody has it who has just cloned them.
record Clone(Path folder) {

  static Clone in(Path place) {
    var clone = new Clone(Repository.sources(place));
    try {
      if (Files.isRegularFile(clone.folder.resolve(".git"))) {
        Files.delete(clone.folder.resolve(".git")); // Of a worktree: it leads to the real one.
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    clone.headMovedAt(Instant.now().minusSeconds(60));
    return clone;
  }

  /// Does to the clone what a pull does.
  void headMovedAt(Instant time) {
    try {
      var log = Files.createDirectories(folder.resolve(".git/logs")).resolve("HEAD");
      Files.writeString(log, "moved");
      Files.setLastModifiedTime(log, FileTime.from(time));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Program retinue(Object... args) {
    return script("retinue", args);
  }

  /// A script of the clone, with the programs and the Maven repository of whoever runs the tests.
  Program script(String name, Object... args) {
    return Program.of(Stream.concat(Stream.of(folder.resolve(name)), Stream.of(args)).toArray())
        .with("PATH", System.getenv("PATH"))
        .with("HOME", System.getProperty("user.home"))
        .with("JAVA_HOME", Repository.JDK)
        .within(Duration.ofMinutes(4));
  }
}
