package dev.retinue.store.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The folder in which a daemon keeps everything: private, and owned by one process at a time. The
/// lock dies with its process, however that ends.
///
/// Never open and close the file `lock` while this is open, not even to copy it: on most systems
/// that gives up the lock of the whole process.
public final class DataDirectory implements AutoCloseable {
  private static final Duration UNFINISHED = Duration.ofHours(1);

  /// The directories that this process has. A lock does not keep a process from itself, and even to
  /// try would give up the one it has.
  private static final Set<Object> OURS = ConcurrentHashMap.newKeySet();

  private final DataFolder layout;
  private final Object key;
  private final FileChannel lock;
  private final FileStore disk;
  private DaemonRecord owner;
  private boolean closed;

  private DataDirectory(Path folder, Object key, FileChannel lock, DaemonRecord owner)
      throws IOException {
    this.layout = new DataFolder(folder);
    this.key = key;
    this.lock = lock;
    this.owner = owner;
    this.disk = Files.getFileStore(folder);
  }

  /// Makes the directory if it is not there, and takes it; refused if somebody has it.
  ///
  /// @param version of Retinue, for those who find it taken
  public static DataDirectory open(Path place, String version, InstantSource clock) {
    return open(place, version, null, clock);
  }

  /// The same, also told which build it is.
  ///
  /// @param build which build of that version, where it is known
  public static DataDirectory open(
      Path place, String version, @Nullable String build, InstantSource clock) {
    var folder = PrivateFolder.open(place);
    try {
      var key = key(folder);
      if (!OURS.add(key)) {
        throw inUse(place, folder);
      }
      FileChannel lock = null;
      try {
        lock = lock(place, folder);
        return take(folder, key, lock, DaemonRecord.current(version, build, clock.instant()));
      } catch (IOException | RuntimeException e) {
        OURS.remove(key);
        if (lock != null) {
          lock.close();
        }
        throw e;
      }
    } catch (IOException e) {
      throw DiskTrouble.refusal("open the data directory " + place, folder, e);
    }
  }

  private static DataDirectory take(Path folder, Object key, FileChannel lock, DaemonRecord owner)
      throws IOException {
    var directory = new DataDirectory(folder, key, lock, owner);
    Replacement.finish(folder, owner.startedAt());
    Replacement.removeDrafts(folder);
    removeUnfinished(folder, owner.startedAt().minus(UNFINISHED));
    PrivateFolder.open(directory.blobs());
    PrivateFolder.open(directory.libraries());
    PrivateFolder.open(directory.processes());
    owner.write(folder);
    return directory;
  }

  private static FileChannel lock(Path place, Path folder) throws IOException {
    var file = folder.resolve("lock");
    PrivateFiles.createFile(file);
    var channel = FileChannel.open(file, StandardOpenOption.WRITE, NOFOLLOW_LINKS);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      throw inUse(place, folder); // Not closed: see above.
    } catch (IOException e) {
      channel.close();
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s is on a file system without locks (%s), so two daemons could spoil it. Choose another with --data."
              .formatted(place, e.getMessage()),
          e);
    }
    channel.close();
    throw inUse(place, folder);
  }

  private static RetinueException inUse(Path place, Path folder) {
    var sentence =
        DaemonRecord.find(folder)
            .map(
                owner ->
                    "The data directory %s is in use by Retinue process %d since %s; stop it (kill %d) or choose another with --data."
                        .formatted(
                            place,
                            owner.pid(),
                            owner.startedAt().truncatedTo(ChronoUnit.SECONDS),
                            owner.pid()))
            .orElse(
                "The data directory %s is in use by another Retinue process; stop it or choose another with --data."
                    .formatted(place));
    return new RetinueException(ErrorCode.CONFLICT, sentence);
  }

  private static Object key(Path folder) throws IOException {
    var key = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
    return Objects.requireNonNullElse(key, folder);
  }

  /// What a process left that was killed while it wrote. Others write here without the lock, so
  /// what is young stays.
  private static void removeUnfinished(Path folder, Instant before) throws IOException {
    for (var file : PrivateFiles.list(folder, file -> PrivateFiles.isAbandoned(file, before))) {
      Files.deleteIfExists(file);
    }
  }

  /// What is where in it.
  public DataFolder layout() {
    return layout;
  }

  /// Where it really is.
  public Path folder() {
    return layout.folder();
  }

  public Path blobs() {
    return layout.blobs();
  }

  public Path libraries() {
    return layout.libraries();
  }

  public Path processes() {
    return layout.processes();
  }

  public KeyFile keyFile() {
    return layout.keyFile();
  }

  public TokenFile tokenFile() {
    return layout.tokenFile();
  }

  /// Begins another store, to take the place of this one.
  public Replacement replacement() {
    return new Replacement(folder());
  }

  /// Tells those who look where this daemon listens.
  public synchronized void announce(String host, int port) {
    publish(owner.at(host, port), "write down where it listens");
  }

  /// Tells those who look that there is nobody to talk to any more, though the directory is not
  /// free yet.
  public synchronized void withdraw() {
    publish(owner.leaving(), "write down that it leaves");
  }

  private void publish(DaemonRecord changed, String purpose) {
    if (closed) {
      return; // The record may be that of the next owner.
    }
    owner = changed;
    try {
      owner.write(folder());
    } catch (IOException e) {
      throw DiskTrouble.refusal(purpose, folder(), e);
    }
  }

  public long freeBytes() {
    try {
      return disk.getUsableSpace();
    } catch (IOException e) {
      throw DiskTrouble.refusal("see how much space is left", folder(), e);
    }
  }

  /// What to ask before something new is begun.
  ///
  /// @param nanoTime of a clock that never jumps
  public Reserve reserve(long bytes, LongSupplier nanoTime) {
    return new Reserve(folder(), bytes, this::freeBytes, nanoTime);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (lock) {
      DaemonRecord.remove(folder());
    } catch (IOException e) {
      throw DiskTrouble.refusal("give up the data directory", folder(), e);
    } finally {
      OURS.remove(key);
    }
  }
}
