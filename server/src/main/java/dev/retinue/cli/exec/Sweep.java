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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Removes what was prepared long ago, and drafts that nobody finished.
///
/// @param root of all that was prepared by one build
/// @param now what is younger than an hour may be in use at this moment
record Sweep(Path root, int kept, Instant now) {
  private static final Duration YOUNG = Duration.ofHours(1);

  /// Of builds that are gone, nothing is kept for longer than this.
  private static final Duration FORGOTTEN = Duration.ofDays(30);

  /// @param all the folder of the folders of all builds
  static void builds(Path all, Path current, Instant now) throws IOException {
    try (var others = Files.newDirectoryStream(all)) {
      for (var other : others) {
        boolean forgotten =
            other.resolve(Prepared.OURS).toFile().lastModified()
                < now.minus(FORGOTTEN).toEpochMilli();
        if (forgotten && !other.equals(current)) {
          delete(other);
        }
      }
    }
  }

  void run() throws IOException {
    var lists = lists();
    lists.sort(Comparator.comparingLong((Path it) -> it.toFile().lastModified()).reversed());
    var used = new HashSet<String>();
    for (int i = 0; i < lists.size(); i++) {
      if (i < kept || isYoung(lists.get(i))) {
        used.add(made(lists.get(i)));
      } else {
        forget(lists.get(i));
      }
    }
    removeUnused(used);
  }

  private List<Path> lists() throws IOException {
    try (var all = Files.walk(root)) {
      return new ArrayList<>(
          all.filter(it -> it.endsWith(Path.of(Prepared.OURS, Prepared.LIST))).toList());
    }
  }

  private static String made(Path list) throws IOException {
    var lines = Files.readAllLines(list);
    return lines.isEmpty() ? "" : lines.getFirst();
  }

  private void forget(Path list) throws IOException {
    Files.deleteIfExists(list);
    for (var above = list.getParent();
        above != null && !above.equals(root);
        above = above.getParent()) {
      try {
        Files.deleteIfExists(above);
      } catch (DirectoryNotEmptyException _) {
        return;
      }
    }
  }

  private void removeUnused(Set<String> used) throws IOException {
    try (var all = Files.newDirectoryStream(root.resolve(Prepared.OURS), Files::isDirectory)) {
      for (var made : all) {
        if (!used.contains(made.getFileName().toString()) && !isYoung(made)) {
          delete(made);
        }
      }
    }
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
