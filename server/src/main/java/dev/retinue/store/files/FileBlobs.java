package dev.retinue.store.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.SyncFailedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Blobs as gzip files below one folder, which belongs to one process.
///
/// Files are opened as `java.io` does it, not as channels: these are closed when their thread is
/// interrupted, and a cancelled call must not look like a broken disk.
public final class FileBlobs implements Blobs {
  private static final int BUFFER = 1 << 16;

  private final Path root;
  private final BlobFolders folders;
  private final Runnable onFatal;
  private final AtomicBoolean failed = new AtomicBoolean();

  /// The first letters whose folder is known to be on disk: at most about a thousand.
  private final Set<Path> forced = ConcurrentHashMap.newKeySet();

  /// Takes over a folder.
  ///
  /// @param folder exists, and is private
  /// @param onFatal runs once when the disk did not keep what it was given: from then on nothing is
  ///   written, because nothing could be promised
  public FileBlobs(Path folder, InstantSource clock, Runnable onFatal) {
    try {
      this.root = folder.toRealPath();
    } catch (IOException e) {
      throw DiskTrouble.refusal("open the folder of blobs", folder, e);
    }
    this.folders = new BlobFolders(root, clock);
    this.onFatal = onFatal;
  }

  @Override
  public Blob append(RunId run, Kind kind, @Nullable Blob soFar, byte[] more) {
    return writing(
        () -> {
          if (soFar == null) {
            return begin(new BlobFile(run, kind, 1), more);
          }
          var file = BlobFile.of(soFar);
          if (!file.run().equals(run) || file.kind() != kind) {
            throw new RetinueException(
                ErrorCode.INTERNAL_ERROR,
                "The blob %s is not the %s of %s.".formatted(soFar.file(), kind, run));
          }
          return addPiece(require(soFar), soFar, more);
        });
  }

  private Blob begin(BlobFile file, byte[] content) throws IOException {
    var path = root.resolve(file.path());
    var folder = PrivateFiles.folderOf(path);
    var shard = PrivateFiles.folderOf(folder);
    PrivateFiles.createFolder(shard);
    PrivateFiles.createFolder(folder);
    PrivateFiles.createFile(path);
    var blob = addPiece(path, new Blob(file.path(), 0, 0, 0), content);
    // Also where nothing had to be made: who made it may have been killed before this.
    PrivateFiles.force(folder);
    PrivateFiles.force(shard);
    if (!forced.contains(shard)) {
      PrivateFiles.force(root);
      forced.add(shard);
    }
    return blob;
  }

  private static Blob addPiece(Path path, Blob soFar, byte[] more) throws IOException {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(soFar.storedBytes());
      file.seek(soFar.storedBytes());
      return addPiece(file, soFar, more);
    } catch (SyncFailedException e) {
      throw e;
    } catch (IOException e) {
      giveBack(path, soFar.storedBytes());
      throw e;
    }
  }

  private static Blob addPiece(RandomAccessFile file, Blob soFar, byte[] more) throws IOException {
    try (var gzip = compressing(new FileOutputStream(file.getFD()))) {
      gzip.write(more);
      gzip.finish();
      gzip.flush();
      file.getFD().sync();
      return new Blob(
          soFar.file(), soFar.bytes() + more.length, file.getFilePointer(), soFar.pieces() + 1);
    }
  }

  /// On a full disk half a piece is in the way of others. If this fails, the next piece takes its
  /// place.
  private static void giveBack(Path path, long storedBytes) {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(storedBytes);
    } catch (IOException _) {
      // The first failure is the one to tell.
    }
  }

  private static GZIPOutputStream compressing(FileOutputStream file) throws IOException {
    return new GZIPOutputStream(new BufferedOutputStream(file, BUFFER));
  }

  @Override
  public Blob pack(Blob blob) {
    return writing(
        () -> {
          var file = BlobFile.of(blob).next();
          var path = root.resolve(file.path());
          require(blob);
          var temporary = PrivateFiles.createTemporary(path);
          try {
            long stored = copy(blob, temporary);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.force(PrivateFiles.folderOf(path));
            return new Blob(file.path(), blob.bytes(), stored, 1);
          } finally {
            Files.deleteIfExists(temporary);
          }
        });
  }

  private long copy(Blob blob, Path to) throws IOException {
    try (var from = open(blob);
        var file = new FileOutputStream(to.toFile());
        var gzip = compressing(file)) {
      from.transferTo(gzip);
      gzip.finish();
      gzip.flush();
      file.getFD().sync();
      return Files.size(to);
    }
  }

  /// Whether its file is there, whatever is in it.
  public boolean has(Blob blob) {
    return Files.exists(root.resolve(BlobFile.of(blob).path()), NOFOLLOW_LINKS);
  }

  @Override
  public InputStream openStored(Blob blob) {
    try {
      return new StoredBytes(blob, Files.newInputStream(require(blob), NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw DiskTrouble.refusal("read " + blob.file(), root, e);
    }
  }

  @Override
  public InputStream open(Blob blob) {
    try {
      return new CheckedBytes(blob, openStored(blob));
    } catch (IOException e) {
      throw DiskTrouble.refusal("read " + blob.file(), root, e);
    }
  }

  @Override
  public void delete(Blob blob) {
    var file = BlobFile.of(blob);
    try {
      folders.delete(root.resolve(file.path()));
    } catch (IOException e) {
      throw DiskTrouble.refusal("delete " + blob.file(), root, e);
    }
  }

  @Override
  public void deleteAll(RunId run) {
    try {
      folders.deleteAll(run);
    } catch (IOException e) {
      throw DiskTrouble.refusal("delete the blobs of " + run, root, e);
    }
  }

  /// Removes what nobody will ask for: the blobs of runs that are not there, and files that were
  /// never finished. What is younger than `age` may still be at work and stays.
  ///
  /// @return how many files and folders were removed
  public int sweep(Predicate<RunId> exists, Duration age) {
    try {
      return folders.sweep(exists, age);
    } catch (IOException e) {
      throw DiskTrouble.refusal("look for blobs that nobody needs", root, e);
    }
  }

  /// Those whose files are here although they are not there themselves: for longer than `age`.
  public List<RunId> unknown(Predicate<RunId> exists, Duration age) {
    try {
      return folders.unknown(exists, age);
    } catch (IOException e) {
      throw DiskTrouble.refusal("look for blobs that nobody needs", root, e);
    }
  }

  /// How long all files of blobs are together.
  public long bytesOnDisk() {
    try {
      return folders.bytes();
    } catch (IOException e) {
      throw DiskTrouble.refusal("measure the blobs", root, e);
    }
  }

  /// The file of a blob, as long as was recorded or longer, and where it says it is.
  private Path require(Blob blob) throws IOException {
    var path = root.resolve(BlobFile.of(blob).path());
    try {
      folders.requireInside(path);
      var attributes = Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
      if (!attributes.isRegularFile()) {
        throw StoredBytes.damaged(blob, "it is no file");
      }
      if (attributes.size() < blob.storedBytes() || blob.storedBytes() < 0 || blob.bytes() < 0) {
        throw StoredBytes.damaged(
            blob, "it has %d of %d bytes".formatted(attributes.size(), blob.storedBytes()));
      }
      return path;
    } catch (NoSuchFileException _) {
      throw StoredBytes.damaged(blob, "its file is missing");
    }
  }

  private Blob writing(Writing work) {
    if (failed.get()) {
      throw stopped(null);
    }
    try {
      return work.write();
    } catch (SyncFailedException e) {
      if (failed.compareAndSet(false, true)) {
        onFatal.run();
      }
      throw stopped(e);
    } catch (IOException e) {
      throw DiskTrouble.refusal("keep a blob", root, e);
    }
  }

  private RetinueException stopped(@Nullable IOException e) {
    return new RetinueException(
        ErrorCode.INTERNAL_ERROR,
        ("The disk that holds %s did not keep what it was given, so Retinue writes nothing there any"
                + " more. See whether that disk is in order, and start Retinue again.")
            .formatted(root),
        e);
  }

  private interface Writing {
    Blob write() throws IOException;
  }
}
