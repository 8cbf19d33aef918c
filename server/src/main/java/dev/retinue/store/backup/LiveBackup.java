package dev.retinue.store.backup;

import static java.util.Objects.requireNonNull;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.Inventory;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.DiskTrouble;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.files.PrivateFiles;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/// Writes everything that a data directory holds into one file, while its owner works on. What was
/// acknowledged before it began is in it. Secrets are not: neither the key nor any token.
public final class LiveBackup {
  private final DataFolder folder;
  private final String version;
  private final InstantSource clock;

  /// @param version of Retinue
  public LiveBackup(DataFolder folder, String version, InstantSource clock) {
    this.folder = folder;
    this.version = version;
    this.clock = clock;
  }

  /// What was written.
  public record Report(Path file, long bytes, Manifest manifest) {}

  /// Writes a backup; nothing is left of one that fails.
  ///
  /// @param overwrite whether a file that is there may be replaced
  public Report write(Path target, boolean overwrite, Progress progress) {
    requireSource();
    requirePlace(target, overwrite);
    try (var draft = Draft.beside(target, clock.instant())) {
      var copy = draft.file(Manifest.DATABASE);
      SqliteDatabase.copy(folder.database(), folder.libraries(), copy);
      var zip = draft.file("backup.zip");
      var manifest = fill(draft, zip, copy, progress);
      draft.publish(zip, target, overwrite);
      return new Report(target, Files.size(target), manifest);
    } catch (FileAlreadyExistsException _) {
      throw exists(target);
    } catch (UncheckedIOException e) {
      throw trouble(target, requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw trouble(target, e);
    }
  }

  private Manifest fill(Draft draft, Path zip, Path copy, Progress progress) throws IOException {
    var blobs = new FileBlobs(folder.blobs(), clock, () -> {});
    try (var writer = new BackupWriter(zip, draft.file(Manifest.BLOB_LIST))) {
      record Facts(int schema, Inventory.Counts counts) {}
      var facts =
          SqliteDatabase.look(
              copy,
              folder.libraries(),
              sql -> {
                long all = Inventory.blobBytes(sql) + copy.toFile().length();
                Inventory.blobs(
                    sql,
                    blob -> {
                      add(writer, blobs, blob);
                      progress.at(writer.written(), all);
                    });
                return new Facts(Inventory.schema(sql), Inventory.counts(sql));
              });
      var origin = new Manifest.Origin(version, facts.schema(), clock.instant());
      var fleet = draft.file(Manifest.FLEET);
      FleetPiece.write(folder.fleet(), fleet);
      return writer.finish(copy, fleet, origin, facts.counts());
    }
  }

  private static void add(BackupWriter writer, FileBlobs blobs, Blob blob) {
    try {
      writer.add(blob, blobs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireSource() {
    if (!folder.hasDatabase()) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is nothing to back up in %s: Retinue has not worked there yet. Choose another folder with --data."
              .formatted(folder.folder()));
    }
  }

  private void requirePlace(Path target, boolean overwrite) {
    var parent = PrivateFiles.folderOf(target);
    if (!Files.isDirectory(parent)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "There is no folder %s; make it first.".formatted(parent));
    }
    if (isInside(parent)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s is in the data directory, and would be lost with it; choose another place."
              .formatted(target));
    }
    if (Files.isDirectory(target)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s is a folder; name a file in it, such as %s."
              .formatted(target, target.resolve("retinue.zip")));
    }
    if (!overwrite && Files.exists(target)) {
      throw exists(target);
    }
  }

  private boolean isInside(Path parent) {
    try {
      return parent.toRealPath().startsWith(folder.folder());
    } catch (IOException e) {
      throw DiskTrouble.refusal("write a backup", parent, e);
    }
  }

  private static RetinueException exists(Path target) {
    return new RetinueException(
        ErrorCode.CONFLICT,
        "There is a file %s already; choose another name, or replace it with --force."
            .formatted(target));
  }

  private static RetinueException trouble(Path target, IOException e) {
    return DiskTrouble.refusal("write the backup " + target, PrivateFiles.folderOf(target), e);
  }
}
