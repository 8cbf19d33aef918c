package dev.retinue.store.backup;

import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;

/// A private folder beside the file that is to be made in it: gone at the end, also when somebody
/// presses Ctrl-C.
final class Draft implements AutoCloseable {
  private static final String PREFIX = ".retinue-backup-";

  /// After this time one that was left by a killed process is forgotten.
  private static final Duration KEPT = Duration.ofDays(1);

  private final Path folder;
  private final Thread cleaning = new Thread(this::delete, "draft-cleaning");

  private Draft(Path folder) {
    this.folder = folder;
  }

  static Draft beside(Path target, Instant now) throws IOException {
    var parent = PrivateFiles.folderOf(target);
    sweep(parent, now.minus(KEPT));
    var draft =
        new Draft(
            Files.createTempDirectory(
                parent, PREFIX, PrivateFiles.attributes(PrivateFiles.FOLDER)));
    Runtime.getRuntime().addShutdownHook(draft.cleaning);
    return draft;
  }

  private static void sweep(Path parent, Instant before) throws IOException {
    try (var left = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (var folder : left) {
        // Its age is 0, the oldest there is, if somebody else has just removed it.
        if (folder.toFile().lastModified() < before.toEpochMilli()) {
          new Draft(folder).delete();
        }
      }
    }
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /// Gives the finished file its name. It is on disk already.
  void publish(Path file, Path target, boolean overwrite) throws IOException {
    if (overwrite) {
      Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    } else {
      PrivateFiles.publishNew(file, target);
    }
    PrivateFiles.force(PrivateFiles.folderOf(target));
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(cleaning);
    } catch (IllegalStateException _) {
      // It is at work.
    }
    delete();
  }

  private void delete() {
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException _) {
      // The next backup in this place removes it.
    }
  }
}
