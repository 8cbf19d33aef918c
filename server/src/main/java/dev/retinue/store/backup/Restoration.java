package dev.retinue.store.backup;

import static java.util.Objects.requireNonNull;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.store.Inventory;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.DataDirectory;
import dev.retinue.store.files.DiskTrouble;
import dev.retinue.store.files.Replacement;
import dev.retinue.store.sqlite.SqliteDatabase;
import dev.retinue.store.sqlite.Statements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts a backup in place of what a data directory holds. Everything is checked before anything is
/// put in place, and what was there is kept aside.
public final class Restoration implements AutoCloseable {
  /// What is left of the disk when it is done.
  private static final long RESERVE = 64L << 20;

  private final BackupFile backup;
  private final Manifest manifest;
  private final InstantSource clock;

  /// Opens the backup; refused if it is none, or one of a later Retinue.
  public Restoration(Path file, InstantSource clock) {
    this.backup = BackupFile.open(file);
    this.manifest = backup.manifest();
    this.clock = clock;
    int known = SqlRunStore.migrations().latest();
    if (manifest.origin().schema() > known) {
      backup.close();
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "%s was made by a newer Retinue (its schema is version %d, this Retinue knows version %d): upgrade Retinue."
              .formatted(file, manifest.origin().schema(), known));
    }
  }

  public Manifest manifest() {
    return manifest;
  }

  /// Puts it in place; if that fails, everything is as it was.
  ///
  /// @param replace whether a store that is there may be moved aside
  /// @return where that is now, if there was one
  public Optional<Path> into(DataDirectory directory, boolean replace, Progress progress) {
    if (directory.layout().hasDatabase() && !replace) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is a store in %s already; restore into another folder with --data, or move it aside with --force."
              .formatted(directory.folder()));
    }
    requireRoom(directory);
    try (var replacement = directory.replacement()) {
      var database = stage(replacement, progress);
      SqliteDatabase.look(
          database,
          directory.libraries(),
          sql -> {
            requireAsSaid(sql, database);
            return true;
          });
      return alone(directory, () -> replacement.putInPlace(clock.instant()));
    } catch (UncheckedIOException e) {
      throw DiskTrouble.refusal(
          "restore a backup", directory.folder(), requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw DiskTrouble.refusal("restore a backup", directory.folder(), e);
    }
  }

  private void requireRoom(DataDirectory directory) {
    long needed = bytes();
    long free = directory.freeBytes() - RESERVE;
    if (needed > free) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The backup needs %d MB, and the disk that holds %s has %d MB to spare; free some space or choose another folder with --data."
              .formatted((needed >> 20) + 1, directory.folder(), Math.max(0, free >> 20)));
    }
  }

  private long bytes() {
    try {
      return manifest.bytes();
    } catch (ArithmeticException _) {
      return Long.MAX_VALUE;
    }
  }

  private Path stage(Replacement replacement, Progress progress) throws IOException {
    var database = replacement.createDatabase();
    backup.copy(Manifest.DATABASE, manifest.database(), database);
    var done = new long[] {manifest.database().bytes()};
    backup.blobs(
        piece -> {
          if (piece.bytes() > manifest.bytes() - done[0]) {
            throw tooMuch(piece);
          }
          stage(replacement, piece);
          done[0] += piece.bytes();
          progress.at(done[0], manifest.bytes());
        });
    if (manifest.hasFleet()) {
      var fleet = replacement.createFleetList();
      backup.copy(Manifest.FLEET, manifest.fleet(), fleet);
      FleetPiece.restore(fleet, replacement);
    }
    return database;
  }

  private void stage(Replacement replacement, Piece piece) {
    try {
      backup.copy(Piece.entryOf(piece.name()), piece, place(replacement, piece));
    } catch (FileAlreadyExistsException _) {
      throw contradiction("it has %s twice".formatted(piece.name()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path place(Replacement replacement, Piece piece) throws IOException {
    try {
      return replacement.createBlob(piece.name());
    } catch (RetinueException _) {
      throw contradiction("'%s' is no place of a blob".formatted(Excerpt.of(piece.name())));
    }
  }

  /// The room was measured for what the whole is said to take.
  private static RetinueException tooMuch(Piece piece) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "The backup is damaged: with %s it is larger than it says. Use another backup."
            .formatted(piece.name()));
  }

  /// Digests say that nothing changed since; this says that it was in order then.
  private void requireAsSaid(Statements sql, Path database) throws SQLException {
    Inventory.requireSound(sql);
    boolean same =
        Inventory.schema(sql) == manifest.origin().schema()
            && Inventory.schema(sql) > 0
            && Inventory.counts(sql).equals(manifest.counts().records());
    if (!same) {
      throw contradiction("its database is not the one that it describes");
    }
    Set<String> missing = new HashSet<>();
    manifest.missing().forEach(it -> missing.add(it.file()));
    var blobs = database.resolveSibling("blobs");
    var there = new long[1];
    Inventory.blobs(sql, blob -> there[0] += requireThere(blob, blobs, missing) ? 1 : 0);
    if (there[0] != manifest.counts().blobs()) {
      throw contradiction("it has blobs that no run names");
    }
  }

  private static boolean requireThere(Blob blob, Path blobs, Set<String> missing) {
    var file = blobs.resolve(blob.file());
    if (Files.exists(file) && file.toFile().length() == blob.storedBytes()) {
      return true;
    }
    if (missing.contains(blob.file())) {
      return false;
    }
    throw contradiction("a run names %s, which is not in it".formatted(blob.file()));
  }

  private static RetinueException contradiction(String what) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "The backup is damaged: %s. Use another backup.".formatted(what));
  }

  /// While nobody else has the old database open: commands work beside the owner of a directory.
  private static Optional<Path> alone(DataDirectory directory, Supplier<Optional<Path>> work) {
    var layout = directory.layout();
    if (!layout.hasDatabase()) {
      return work.get();
    }
    var result = new AtomicReference<@Nullable Path>();
    SqliteDatabase.alone(
        layout.database(), layout.libraries(), () -> work.get().ifPresent(result::set));
    return Optional.ofNullable(result.get());
  }

  @Override
  public void close() {
    backup.close();
  }
}
