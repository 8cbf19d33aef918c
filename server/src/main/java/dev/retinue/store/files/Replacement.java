package dev.retinue.store.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.retinue.core.Blob;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/// A store that is to take the place of the one in a data directory: all of it or nothing, whenever
/// the power goes. It is made beside, and one move decides; what is left to do after that move is
/// done by whoever opens the directory next. What was there before is kept aside.
public final class Replacement implements AutoCloseable {
  private static final String BEING_MADE = "restoring-";
  private static final String DECIDED = "restored";
  private static final String OLD = "old";

  /// A database and what SQLite keeps beside it: a log beside another database would spoil that.
  private static final List<String> OF_DATABASE =
      List.of(
          DataFolder.DATABASE,
          DataFolder.DATABASE + "-wal",
          DataFolder.DATABASE + "-shm",
          DataFolder.DATABASE + "-journal");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Path folder;
  private final Path draft;

  /// @param folder a data directory that this process owns
  Replacement(Path folder) {
    this.folder = folder;
    try {
      this.draft =
          Files.createTempDirectory(
              folder, BEING_MADE, PrivateFiles.attributes(PrivateFiles.FOLDER));
      PrivateFiles.createFolder(draft.resolve(DataFolder.BLOBS));
    } catch (IOException e) {
      throw DiskTrouble.refusal("make room for another store", folder, e);
    }
  }

  /// An empty file for the new database.
  public Path createDatabase() throws IOException {
    var file = draft.resolve(DataFolder.DATABASE);
    PrivateFiles.createNew(file, PrivateFiles.FILE);
    return file;
  }

  /// An empty file for one of the new blobs. A place that is none is refused.
  public Path createBlob(String place) throws IOException {
    var path = BlobFile.of(new Blob(place, 0, 0, 0)).path();
    var file = draft.resolve(DataFolder.BLOBS).resolve(path);
    var ofRun = PrivateFiles.folderOf(file);
    PrivateFiles.createFolder(PrivateFiles.folderOf(ofRun));
    PrivateFiles.createFolder(ofRun);
    PrivateFiles.createNew(file, PrivateFiles.FILE);
    return file;
  }

  /// An empty file for the list of what agents of the fleet were told; it is not put in place.
  public Path createFleetList() throws IOException {
    var file = draft.resolve("fleet.txt");
    PrivateFiles.createNew(file, PrivateFiles.FILE);
    return file;
  }

  /// An empty file for what one of these agents was told.
  public Path createFleetFile(String name) throws IOException {
    var place = draft.resolve(DataFolder.FLEET);
    PrivateFiles.createFolder(place);
    var file = place.resolve(name);
    PrivateFiles.createNew(file, PrivateFiles.FILE);
    return file;
  }

  /// Puts the new store in place of the old one, for good, and on disk.
  ///
  /// @return where the old one is now, if there was any
  public Optional<Path> putInPlace(Instant now) {
    try {
      forceAll();
      Files.move(draft, folder.resolve(DECIDED), StandardCopyOption.ATOMIC_MOVE);
      PrivateFiles.force(folder);
      return finish(folder, now);
    } catch (IOException e) {
      throw DiskTrouble.refusal("put another store in place", folder, e);
    }
  }

  private void forceAll() throws IOException {
    try (var all = Files.walk(draft)) {
      for (var path : (Iterable<Path>) all::iterator) {
        if (Files.isDirectory(path, NOFOLLOW_LINKS)) {
          PrivateFiles.force(path);
        } else {
          try (var file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.force(true);
          }
        }
      }
    }
  }

  /// Gives it up, unless it was put in place.
  @Override
  public void close() {
    try {
      if (Files.exists(draft)) {
        BlobFolders.deleteTree(draft);
      }
    } catch (IOException _) {
      // Whoever opens the directory next removes it.
    }
  }

  static boolean isUnfinished(Path folder) {
    return Files.isDirectory(folder.resolve(DECIDED), NOFOLLOW_LINKS);
  }

  /// Removes what somebody was making who is no more. Only the owner of the directory may.
  static void removeDrafts(Path folder) throws IOException {
    try (var drafts = Files.newDirectoryStream(folder, BEING_MADE + "*")) {
      for (var draft : drafts) {
        BlobFolders.deleteTree(draft);
      }
    }
  }

  /// Does what is left to do once it was decided, from wherever somebody was interrupted. Only the
  /// owner of the directory may.
  static Optional<Path> finish(Path folder, Instant now) throws IOException {
    if (!isUnfinished(folder)) {
      return Optional.empty();
    }
    var decided = folder.resolve(DECIDED);
    var old = decided.resolve(OLD);
    PrivateFiles.createFolder(old);
    exchange(folder, decided, List.of(DataFolder.BLOBS));
    exchange(folder, decided, List.of(DataFolder.FLEET));
    exchange(folder, decided, OF_DATABASE);
    var aside = keepAside(folder, old, now);
    BlobFolders.deleteTree(decided);
    PrivateFiles.force(folder);
    return aside;
  }

  /// As long as the new thing is not in place, what is there is the old one.
  private static void exchange(Path folder, Path decided, List<String> names) throws IOException {
    var made = decided.resolve(names.getFirst());
    if (!Files.exists(made, NOFOLLOW_LINKS)) {
      return;
    }
    var old = decided.resolve(OLD);
    for (var name : names) {
      if (Files.exists(folder.resolve(name), NOFOLLOW_LINKS)) {
        move(folder.resolve(name), old.resolve(name));
      }
    }
    PrivateFiles.force(old);
    PrivateFiles.force(folder);
    move(made, folder.resolve(names.getFirst()));
    PrivateFiles.force(folder);
  }

  private static Optional<Path> keepAside(Path folder, Path old, Instant now) throws IOException {
    var oldBlobs = old.resolve(DataFolder.BLOBS);
    if (Files.isDirectory(oldBlobs, NOFOLLOW_LINKS) && isEmpty(oldBlobs)) {
      Files.delete(oldBlobs);
    }
    if (isEmpty(old)) {
      return Optional.empty();
    }
    var name = "replaced-" + TIME.format(now);
    var aside = folder.resolve(name);
    for (int i = 2; Files.exists(aside, NOFOLLOW_LINKS); i++) {
      aside = folder.resolve(name + "-" + i);
    }
    move(old, aside);
    return Optional.of(aside);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      return !files.iterator().hasNext();
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }
}
