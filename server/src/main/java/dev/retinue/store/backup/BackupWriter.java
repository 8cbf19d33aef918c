package dev.retinue.store.backup;

import dev.retinue.core.Blob;
import dev.retinue.core.RetinueException;
import dev.retinue.store.Inventory;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.files.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The file of a backup while it is written: blobs first, then their list, the database, and at
/// last what is in it.
final class BackupWriter implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final FileOutputStream file;
  private final ZipOutputStream zip;
  private final Path listFile;
  private final BufferedWriter list;
  private final List<Manifest.Missing> missing = new ArrayList<>();
  private long blobs;
  private long blobBytes;

  /// @param listFile for the list of blobs, which may be longer than memory should hold
  BackupWriter(Path zipFile, Path listFile) throws IOException {
    PrivateFiles.createNew(zipFile, PrivateFiles.FILE);
    PrivateFiles.createNew(listFile, PrivateFiles.FILE);
    this.file = new FileOutputStream(zipFile.toFile());
    this.zip = new ZipOutputStream(new BufferedOutputStream(file, BUFFER));
    zip.setLevel(Deflater.BEST_SPEED);
    this.listFile = listFile;
    this.list = Files.newBufferedWriter(listFile, StandardCharsets.US_ASCII);
  }

  /// Copies a blob as it was recorded. One that cannot be read whole is noted as missing.
  void add(Blob blob, FileBlobs from) throws IOException {
    var entry = new ZipEntry(Piece.entryOf(blob));
    InputStream bytes;
    Piece piece;
    try {
      piece = measure(blob, from, entry);
      // Opened before it is announced: it may have been removed meanwhile.
      bytes = from.openStored(blob);
    } catch (RetinueException | IOException e) {
      var why = from.has(blob) ? String.valueOf(e.getMessage()) : "it was removed meanwhile";
      missing.add(new Manifest.Missing(blob.file(), why));
      return;
    }
    try (bytes) {
      zip.putNextEntry(entry);
      bytes.transferTo(zip);
    }
    zip.closeEntry();
    list.write(piece.line());
    blobs++;
    blobBytes += piece.bytes();
  }

  /// It is compressed already, and an entry that is only stored says first what will come.
  private static Piece measure(Blob blob, FileBlobs from, ZipEntry entry) throws IOException {
    try (var measured = new Measured(from.openStored(blob), blob.storedBytes())) {
      measured.transferTo(OutputStream.nullOutputStream());
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(blob.storedBytes());
      entry.setCrc(measured.crc());
      return measured.piece(blob.file());
    }
  }

  long written() {
    return blobBytes;
  }

  /// Adds the rest, and brings everything to disk.
  ///
  /// @param fleet what agents of the fleet were told
  Manifest finish(Path database, Path fleet, Manifest.Origin origin, Inventory.Counts counts)
      throws IOException {
    list.close();
    var listPiece = addFile(Manifest.BLOB_LIST, listFile);
    var databasePiece = addFile(Manifest.DATABASE, database);
    var fleetPiece = addFile(Manifest.FLEET, fleet);
    var manifest =
        new Manifest(
            Manifest.FORMAT,
            origin,
            new Manifest.Counts(counts, blobs, blobBytes),
            databasePiece,
            listPiece,
            missing,
            fleetPiece);
    zip.putNextEntry(new ZipEntry(Manifest.FILE));
    zip.write(manifest.toJson());
    zip.closeEntry();
    zip.finish();
    zip.flush();
    file.getFD().sync();
    return manifest;
  }

  private Piece addFile(String name, Path from) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    try (var measured = new Measured(Files.newInputStream(from), Long.MAX_VALUE)) {
      measured.transferTo(zip);
      zip.closeEntry();
      return measured.piece(name);
    }
  }

  @Override
  public void close() throws IOException {
    try (list;
        zip;
        file) {
      // All of them, whatever the others say.
    }
  }
}
