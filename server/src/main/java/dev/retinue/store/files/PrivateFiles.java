package dev.retinue.store.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.SyncFailedException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Files and folders that nobody but their owner can read, whatever the umask says.
public final class PrivateFiles {
  /// What the names end with of files that are not finished.
  public static final String TEMPORARY = ".tmp";

  /// Windows has none of these: there the folder of the user's own data is private by itself.
  static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  public static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  public static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private PrivateFiles() {}

  /// Makes the folder if it is not there. What is there and is no folder is left as it is.
  static void createFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, attributes(FOLDER));
      protect(folder, FOLDER);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
        throw e;
      }
    }
  }

  /// Makes the folder and those above it as far as they are missing. One that is there stays as it
  /// is: it may be shared on purpose.
  public static void makeFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    var parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      makeFolders(parent);
    }
    createFolder(folder);
    if (parent != null) {
      force(parent);
    }
  }

  /// Makes an empty file that must not be there yet. (An existing one is not even opened: to close
  /// a file would drop the locks that this process has on it.)
  public static void createNew(Path file, Set<PosixFilePermission> permissions) throws IOException {
    Files.createFile(file, attributes(permissions));
    protect(file, permissions);
  }

  /// Makes an empty file if there is none.
  static void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, attributes(FILE));
      protect(file, FILE);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isRegularFile(file, NOFOLLOW_LINKS)) {
        throw e;
      }
    }
  }

  /// An empty file beside the one that it is to become.
  static Path createTemporary(Path file) throws IOException {
    var temporary =
        Files.createTempFile(folderOf(file), file.getFileName() + ".", TEMPORARY, attributes(FILE));
    protect(temporary, FILE);
    return temporary;
  }

  /// Writes the whole file: who reads it sees the old one or the new one. On disk when it returns.
  static void replace(Path file, byte[] content) throws IOException {
    move(writeTemporary(file, content, true), file);
    force(folderOf(file));
  }

  /// The same for what nobody misses after a power cut, and without waiting for the disk.
  public static void publish(Path file, byte[] content) throws IOException {
    move(writeTemporary(file, content, false), file);
  }

  private static void move(Path temporary, Path file) throws IOException {
    try {
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /// Writes the whole file unless there is one. Of several who do so at once one wins, and all find
  /// what it wrote. On disk when it returns.
  static void createOnce(Path file, byte[] content) throws IOException {
    var temporary = writeTemporary(file, content, true);
    try {
      publishNew(temporary, file);
    } catch (FileAlreadyExistsException _) {
      // Somebody was faster.
    } finally {
      Files.deleteIfExists(temporary);
    }
    force(folderOf(file));
  }

  /// Gives a finished file another name, which nobody else has.
  ///
  /// @throws FileAlreadyExistsException if somebody has it
  public static void publishNew(Path file, Path target) throws IOException {
    try {
      Files.createLink(target, file);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException _) {
      // Not every file system has links. A move looks first and moves then: nearly as good.
      Files.move(file, target);
    }
  }

  private static Path writeTemporary(Path file, byte[] content, boolean durable)
      throws IOException {
    var temporary = createTemporary(file);
    try (var out = new FileOutputStream(temporary.toFile())) {
      out.write(content);
      if (durable) {
        out.getFD().sync();
      }
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    return temporary;
  }

  /// Brings the names in a folder to disk: a file whose name is lost is lost, however well its
  /// content was kept.
  public static void force(Path folder) throws IOException {
    if (!POSIX) {
      return; // Windows cannot, and NTFS keeps names in its journal.
    }
    boolean interrupted = false;
    boolean forced = false;
    while (!forced) {
      try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        forced = force(channel, folder);
      } catch (ClosedByInterruptException _) {
        // No failure of the disk. Who interrupts wants the work to end, not to be half done.
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean force(FileChannel channel, Path folder) throws IOException {
    try {
      channel.force(true);
      return true;
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      var failed = new SyncFailedException(folder + ": " + e.getMessage());
      failed.initCause(e);
      throw failed;
    }
  }

  /// What is in a folder; nothing if it has gone in the meantime.
  static List<Path> list(Path folder, DirectoryStream.Filter<Path> filter) throws IOException {
    var paths = new ArrayList<Path>();
    try (var found = Files.newDirectoryStream(folder, filter)) {
      found.forEach(paths::add);
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return paths;
  }

  /// When something was last written; long ago if it has gone in the meantime.
  static Instant modified(Path path) throws IOException {
    try {
      return Files.getLastModifiedTime(path, NOFOLLOW_LINKS).toInstant();
    } catch (NoSuchFileException _) {
      return Instant.EPOCH;
    }
  }

  /// Whether this was to become a file, and whoever wrote it was killed before it did.
  static boolean isAbandoned(Path path, Instant before) throws IOException {
    return path.toString().endsWith(TEMPORARY) && modified(path).isBefore(before);
  }

  public static void protect(Path path, Set<PosixFilePermission> permissions) throws IOException {
    if (POSIX && !Files.getPosixFilePermissions(path).equals(permissions)) {
      Files.setPosixFilePermissions(path, permissions);
    }
  }

  public static Path folderOf(Path path) {
    return Objects.requireNonNull(path.toAbsolutePath().getParent(), "The root is no file.");
  }

  public static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
    return POSIX
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }
}
