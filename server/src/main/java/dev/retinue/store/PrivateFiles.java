package dev.retinue.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/// Files and folders that nobody else may read, whatever the umask says.
final class PrivateFiles {
  static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private PrivateFiles() {}

  /// Makes the folder and those above it as far as they are missing. One that is there stays as it
  /// is: it may be shared on purpose.
  static void makeFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    var parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      makeFolder(parent);
    }
    try {
      Files.createDirectory(folder, attributes(FOLDER));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
      return;
    }
    restrict(folder, FOLDER);
    if (parent != null) {
      forceFolder(parent);
    }
  }

  /// Makes an empty file that must not be there yet. (An existing one is not even opened: to close
  /// a file would drop the locks that this process has on it.)
  static void create(Path file, Set<PosixFilePermission> permissions) throws IOException {
    Files.createFile(file, attributes(permissions));
    restrict(file, permissions);
  }

  static void restrict(Path file, Set<PosixFilePermission> permissions) throws IOException {
    if (POSIX && !Files.getPosixFilePermissions(file).equals(permissions)) {
      Files.setPosixFilePermissions(file, permissions);
    }
  }

  static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
    return POSIX
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  static Path folderOf(Path file) {
    return Objects.requireNonNull(file.toAbsolutePath().getParent(), () -> file + " is no file");
  }

  /// Makes the names in a folder durable. Only Windows cannot do it, and does not need it.
  static void forceFolder(Path folder) throws IOException {
    if (POSIX) {
      try (var names = FileChannel.open(folder, StandardOpenOption.READ)) {
        names.force(true);
      }
    }
  }
}
