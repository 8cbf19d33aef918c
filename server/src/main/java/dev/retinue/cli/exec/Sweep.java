package dev.retinue.cli.exec;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Removes what was prepared long ago, and drafts that nobody finished.
///
/// @param now what is younger than an hour may be in use at this moment
record Sweep(Path root, int kept, Instant now) {
  private static final Duration YOUNG = Duration.ofHours(1);

  void run() throws IOException {
    var folders = prepared();
    folders.sort(Comparator.comparing(Sweep::age).reversed());
    for (int i = 0; i < folders.size(); i++) {
      if (i >= kept) {
        removeOld(folders.get(i));
      } else {
        removeRemains(folders.get(i));
      }
    }
  }

  private List<Path> prepared() throws IOException {
    if (!Files.exists(root)) {
      return new ArrayList<>();
    }
    try (var all = Files.walk(root)) {
      return new ArrayList<>(all.filter(it -> it.endsWith("@")).toList());
    }
  }

  private static Instant age(Path folder) {
    return Instant.ofEpochMilli(folder.resolve("prepared").toFile().lastModified());
  }

  private void removeOld(Path folder) throws IOException {
    if (isYoung(folder)) {
      return;
    }
    delete(folder);
    for (var above = folder.getParent(); !above.equals(root); above = above.getParent()) {
      try {
        Files.deleteIfExists(above);
      } catch (DirectoryNotEmptyException _) {
        return;
      }
    }
  }

  /// What was made of former sources.
  private void removeRemains(Path folder) throws IOException {
    var current = Files.exists(folder.resolve("prepared")) ? current(folder) : "";
    try (var inside = Files.newDirectoryStream(folder, Files::isDirectory)) {
      for (var made : inside) {
        if (!made.getFileName().toString().equals(current) && !isYoung(made)) {
          delete(made);
        }
      }
    }
  }

  private static String current(Path folder) throws IOException {
    var lines = Files.readAllLines(folder.resolve("prepared"));
    return lines.isEmpty() ? "" : lines.getFirst();
  }

  private boolean isYoung(Path path) {
    return path.toFile().lastModified() > now.minus(YOUNG).toEpochMilli();
  }

  static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (var files = Files.walk(tree)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException _) {
      // Another one sweeps, too.
    }
  }
}
