package dev.retinue.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// The folder for the files of this run. However the run ends, the folder and all children go too.
final class Scratch {
  private static final Path FOLDER = create();

  private Scratch() {}

  static Path folder() {
    return FOLDER;
  }

  private static Path create() {
    try {
      var folder = Files.createTempDirectory("retinue-bench");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(folder), "clean-up"));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void cleanUp(Path folder) {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException | UncheckedIOException e) {
      Harness.say("could not delete all of " + folder + ": " + e.getMessage());
    }
  }
}
