package dev.retinue.launcher;

import dev.retinue.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// The caches of one installation, for all others that are like it.
final class Warmth {
  /// One for each JVM: several of them run tests at once.
  private static final Path FOLDER =
      Repository.DISTRIBUTION.resolveSibling("warmth-" + ProcessHandle.current().pid());

  private boolean there;

  synchronized void give(Installation installation) {
    try {
      if (there) {
        var folder = Files.createDirectories(installation.folder().resolve("cache"));
        copy(Installation.files(FOLDER), folder);
      } else {
        for (var old : Installation.files(FOLDER)) {
          Files.delete(old);
        }
        copy(installation.warmedAnew().caches(), Files.createDirectories(FOLDER));
        there = true;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(List<Path> files, Path folder) throws IOException {
    for (var file : files) {
      Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
