package dev.retinue.store.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The folders in which the blobs of runs are: looked through, measured and removed. Links are
/// never followed, and names that are not of Retinue's making are left alone.
final class BlobFolders {
  private final Path root;
  private final InstantSource clock;

  BlobFolders(Path root, InstantSource clock) {
    this.root = root;
    this.clock = clock;
  }

  /// Refuses a path that a link leads elsewhere.
  void requireInside(Path path) throws IOException {
    var folder = PrivateFiles.folderOf(path);
    if (!folder.toRealPath().equals(folder) || Files.isSymbolicLink(path)) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR,
          "%s is a link that leads out of the folder of blobs. Put what it leads to in its place."
              .formatted(path));
    }
  }

  void delete(Path path) throws IOException {
    if (Files.exists(path, NOFOLLOW_LINKS)) {
      requireInside(path);
      Files.deleteIfExists(path);
    }
  }

  void deleteAll(RunId run) throws IOException {
    var folder = root.resolve(BlobFile.folder(run));
    if (Files.exists(folder, NOFOLLOW_LINKS)) {
      requireInside(folder);
      deleteTree(folder);
    }
  }

  /// One folder that resists does not keep the others from being swept; it is told at the end.
  int sweep(Predicate<RunId> exists, Duration age) throws IOException {
    var before = clock.instant().minus(age);
    int removed = 0;
    IOException resisted = null;
    for (var shard : PrivateFiles.list(root, BlobFolders::isFolder)) {
      for (var folder :
          PrivateFiles.list(shard, path -> isFolder(path) && find(path).isPresent())) {
        try {
          removed += removeUnknown(folder, exists, before);
          removed += removeAbandoned(folder, before);
        } catch (IOException e) {
          resisted = e;
        }
      }
    }
    if (resisted != null) {
      throw resisted;
    }
    return removed;
  }

  /// Runs that have files here for longer than this, and are not there themselves.
  List<RunId> unknown(Predicate<RunId> exists, Duration age) throws IOException {
    var before = clock.instant().minus(age);
    var unknown = new ArrayList<RunId>();
    for (var shard : PrivateFiles.list(root, BlobFolders::isFolder)) {
      for (var folder : PrivateFiles.list(shard, BlobFolders::isFolder)) {
        var run = find(folder);
        if (run.isPresent()
            && PrivateFiles.modified(folder).isBefore(before)
            && !exists.test(run.get())) {
          unknown.add(run.get());
        }
      }
    }
    return unknown;
  }

  private static int removeAbandoned(Path folder, Instant before) throws IOException {
    var files = PrivateFiles.list(folder, file -> PrivateFiles.isAbandoned(file, before));
    for (var file : files) {
      Files.deleteIfExists(file);
    }
    return files.size();
  }

  private static int removeUnknown(Path folder, Predicate<RunId> exists, Instant before)
      throws IOException {
    var paths = new ArrayList<>(PrivateFiles.list(folder, _ -> true));
    paths.add(folder);
    for (var path : paths) {
      if (!PrivateFiles.modified(path).isBefore(before)) {
        return 0;
      }
    }
    if (find(folder).filter(exists).isPresent()) {
      return 0;
    }
    deleteTree(folder);
    return 1;
  }

  long bytes() throws IOException {
    var sum = new long[1];
    Files.walkFileTree(
        root,
        new Visitor() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sum[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return sum[0];
  }

  private static Optional<RunId> find(Path folder) {
    try {
      var run = new RunId(folder.getFileName().toString());
      return folder.endsWith(BlobFile.folder(run)) ? Optional.of(run) : Optional.empty();
    } catch (RetinueException _) {
      return Optional.empty();
    }
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, NOFOLLOW_LINKS);
  }

  static void deleteTree(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new Visitor() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(visited);
            return super.postVisitDirectory(visited, e);
          }
        });
  }

  /// Goes on when something vanishes while it looks: others delete too.
  private abstract static class Visitor extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }
}
