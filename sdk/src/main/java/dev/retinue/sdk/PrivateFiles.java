package dev.retinue.sdk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/// Files and folders that only their owner can read, where the system knows owners.
final class PrivateFiles {
  private PrivateFiles() {}

  /// Makes the folders that are not there yet.
  static void createFolders(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, rights(folder, "rwx------"));
    }
  }

  static void createFolderOf(Path file) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      createFolders(folder);
    }
  }

  static FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
    return FileChannel.open(file, options, rights(file, "rw-------"));
  }

  /// Puts the file there in one step: who reads it sees all of the old, or all of the new.
  static void replace(Path file, byte[] content) throws IOException {
    var draft = file.resolveSibling(".draft-" + UUID.randomUUID());
    try {
      try (var channel =
          open(draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
        writeAll(channel, content);
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  static void writeAll(FileChannel channel, byte[] content) throws IOException {
    for (var rest = ByteBuffer.wrap(content); rest.hasRemaining(); ) {
      channel.write(rest);
    }
  }

  static FileAttribute<?>[] rights(Path path, String rights) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
        }
        : new FileAttribute<?>[0];
  }
}
