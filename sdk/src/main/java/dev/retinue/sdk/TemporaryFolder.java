package dev.retinue.sdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Folders that go when the JVM ends, with all that is in them.
final class TemporaryFolder {
  private static final Set<Path> ALL = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> ALL.forEach(TemporaryFolder::remove), "temporary-folders"));
  }

  private TemporaryFolder() {}

  static Path create(String prefix) {
    try {
      var folder = Files.createTempDirectory(prefix);
      ALL.add(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // Somebody still writes there; the system clears such folders away in its time.
    }
  }
}
