package dev.retinue.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Removes a folder with all that is in it, whatever a program did to it: folders that nobody may
/// write are made writable before. Links are removed, not followed.
public final class Removal extends SimpleFileVisitor<Path> {
  private static final String OURS = "rwx------";

  private Removal() {}

  public static void of(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      open(folder);
      Files.walkFileTree(folder, new Removal());
    } else {
      Files.deleteIfExists(folder);
    }
  }

  /// Before a folder is entered its permissions are already needed: each opens those inside it.
  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes it) throws IOException {
    try (var inside = Files.newDirectoryStream(folder)) {
      for (var entry : inside) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          open(entry);
        }
      }
    }
    return FileVisitResult.CONTINUE;
  }

  private static void open(Path folder) {
    try {
      if (!Files.isWritable(folder) || !Files.isExecutable(folder) || !Files.isReadable(folder)) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(OURS));
      }
    } catch (IOException | UnsupportedOperationException e) {
      // Then it is removed as it is, or says why not.
    }
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes it) throws IOException {
    Files.deleteIfExists(file);
    return FileVisitResult.CONTINUE;
  }

  /// Somebody was quicker.
  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
      throws IOException {
    if (failure != null) {
      throw failure;
    }
    Files.deleteIfExists(folder);
    return FileVisitResult.CONTINUE;
  }
}
