package dev.retinue.toolset.journal;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.retinue.core.staff.Trouble;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/// The journals of a data directory as files. Who reads one finds the former or the next, never a
/// part of one; of several who write the last is who has looked last.
final class JournalFiles {
  private static final String LOCK = ".lock";
  private static final String ABOUT = "about";
  private static final String CURSOR = "cursor";
  private static final String TEMPORARY = ".tmp";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final int MOST = 100_000;

  // A file lock is the whole process's: its threads need one of their own before it.
  private static final List<ReentrantLock> IN_PROCESS =
      IntStream.range(0, 64).mapToObj(_ -> new ReentrantLock()).toList();

  private final Path all;

  /// @param all the folder of all journals
  JournalFiles(Path all) {
    this.all = all;
  }

  /// What is written.
  record Pages(String log, String context) {}

  /// Says what is to be written, as late as possible: whoever writes after another has also looked
  /// after him.
  @FunctionalInterface
  interface Rendering {
    /// Nothing if there is no such journal any more.
    Optional<Pages> render() throws IOException;
  }

  void write(JournalName name, Rendering rendering) throws IOException {
    var folder = all.resolve(name.place());
    var guard = IN_PROCESS.get(Math.floorMod(folder.hashCode(), IN_PROCESS.size()));
    guard.lock();
    try {
      makeFolder(all);
      makeFolder(all.resolve(name.place().getName(0)));
      makeFolder(folder);
      try (var channel = openLock(folder.resolve(LOCK));
          var _ = lock(channel, folder)) {
        write(folder, name, rendering.render());
      }
    } finally {
      guard.unlock();
    }
  }

  private static void write(Path folder, JournalName name, Optional<Pages> pages)
      throws IOException {
    removeLeftovers(folder);
    if (pages.isEmpty()) {
      // The lock stays: somebody may wait for it, and would then have the lock of no file.
      for (var file : List.of(IacLog.NAME, ContextPage.NAME, ABOUT)) {
        Files.deleteIfExists(folder.resolve(file));
      }
      return;
    }
    var project = name.project() == null ? "" : "\n" + name.project();
    replace(folder, ABOUT, name.caller() + project);
    replace(folder, IacLog.NAME, pages.get().log());
    replace(folder, ContextPage.NAME, pages.get().context());
  }

  private static void replace(Path folder, String name, String text) throws IOException {
    var temporary = Files.createTempFile(folder, name, TEMPORARY, attributes("rw-------"));
    try {
      // Not through a channel, which an interrupt would close.
      try (var out = new FileOutputStream(temporary.toFile())) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      Files.move(temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /// Of somebody who was killed while he wrote.
  private static void removeLeftovers(Path folder) throws IOException {
    try (var left = Files.newDirectoryStream(folder, "*" + TEMPORARY)) {
      for (var file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  /// Those that were ever written and still are there.
  List<JournalName> names() {
    var names = new ArrayList<JournalName>();
    try {
      for (var caller : folders(all)) {
        for (var journal : folders(caller)) {
          if (names.size() < MOST) {
            about(journal).ifPresent(names::add);
          }
        }
      }
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException e) {
      Trouble.note("some journals could not be found", e);
    }
    return names;
  }

  private static List<Path> folders(Path folder) throws IOException {
    var folders = new ArrayList<Path>();
    try (var found =
        Files.newDirectoryStream(folder, it -> Files.isDirectory(it, NOFOLLOW_LINKS))) {
      found.forEach(folders::add);
    }
    return folders;
  }

  private static Optional<JournalName> about(Path folder) throws IOException {
    try {
      var lines = Files.readString(folder.resolve(ABOUT)).split("\n", 2);
      var name = new JournalName(lines[0], lines.length < 2 ? null : lines[1]);
      return Optional.of(name).filter(it -> folder.endsWith(it.place()));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /// Up to where everything that happened is in the journals.
  ///
  /// @param end where it begins if nobody has kept any
  long cursor(long end) {
    try {
      return Long.parseLong(Files.readString(all.resolve(CURSOR)).strip());
    } catch (NoSuchFileException _) {
      // From now on: what is missed while nobody looks is looked after later.
      try {
        keepCursor(end);
      } catch (IOException e) {
        Trouble.note("it is not kept how far the journals have come", e);
      }
      return end;
    } catch (IOException | NumberFormatException e) {
      Trouble.note("the journals go on with what happens from now on", e);
      return end;
    }
  }

  void keepCursor(long position) throws IOException {
    makeFolder(all);
    replace(all, CURSOR, Long.toString(position));
  }

  private static FileChannel openLock(Path file) throws IOException {
    try {
      Files.createFile(file, attributes("rw-------"));
    } catch (FileAlreadyExistsException _) {
      // It is kept for the next.
    }
    return FileChannel.open(file, StandardOpenOption.WRITE);
  }

  /// Whoever has it has it for a moment, unless he was halted.
  private static FileLock lock(FileChannel channel, Path folder) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (var lock = channel.tryLock(); ; lock = channel.tryLock()) {
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("somebody else has held the lock in %s for long".formatted(folder));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static void makeFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, attributes("rwx------"));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
        throw e;
      }
    }
  }

  /// Of files and folders that nobody else can read, where the file system knows such a thing.
  static FileAttribute<?>[] attributes(String permissions) {
    return java.nio.file.FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
