package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/// Builds the servers to compare with, on first use, into a folder that Git ignores. What is built
/// is named by what it was built of, so a change builds it anew.
final class Workshop {
  private static final Path FOLDER = Distribution.CLONE.resolve(".cache/bench");
  private static final Path SOURCES = Distribution.CLONE.resolve("bench/peers");
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final int DIGITS = 12;

  private Workshop() {}

  /// Makes something of a copy of the sources, in the folder of that copy.
  interface Recipe {
    void make(Path copy) throws IOException, InterruptedException;
  }

  /// Returns the folder of what was made of the sources, now or before.
  static Path build(String source, String variant, String basis, Recipe recipe)
      throws IOException, InterruptedException {
    var files = filesBelow(SOURCES.resolve(source));
    var built = FOLDER.resolve("%s-%s-%s".formatted(source, variant, digest(files, basis)));
    if (Files.exists(built)) {
      return built;
    }
    Harness.say("building the server '%s' for %s, once".formatted(source, variant));
    Files.createDirectories(FOLDER);
    var draft = Files.createTempDirectory(FOLDER, "draft");
    for (var file : files) {
      var copy = draft.resolve(SOURCES.resolve(source).relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
    recipe.make(draft);
    return Files.move(draft, built, StandardCopyOption.ATOMIC_MOVE);
  }

  static void run(String name, Command command) throws IOException, InterruptedException {
    try (var child = Child.start(name, command)) {
      child.awaitEnd(LIMIT);
    }
  }

  static Path onPath(String program) {
    return Command.findOnPath(program)
        .orElseThrow(() -> new BenchException(program + " must be on the PATH for this"));
  }

  static List<Path> filesBelow(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String digest(List<Path> files, String basis) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update((basis + Distribution.JDK).getBytes());
      for (var file : files) {
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
