package dev.retinue.store.backup;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.io.BufferedInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// The file of a backup while it is read. It may come from anywhere: nothing in it is believed that
/// was not checked, and nothing is larger than it says.
final class BackupFile implements AutoCloseable {
  private static final int LARGEST_MANIFEST = 32 << 20;
  private static final int LONGEST_LINE = 400;

  private final Path file;
  private final ZipFile zip;
  private final Manifest manifest;

  private BackupFile(Path file, ZipFile zip) throws IOException {
    this.file = file;
    this.zip = zip;
    this.manifest = readManifest();
  }

  static BackupFile open(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND, "There is no file %s to restore.".formatted(file));
    }
    try {
      var zip = new ZipFile(file.toFile());
      try {
        return new BackupFile(file, zip);
      } catch (IOException | RuntimeException e) {
        zip.close();
        throw e;
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s cannot be read as a backup of Retinue (%s); use another one."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private Manifest readManifest() throws IOException {
    var entry = zip.getEntry(Manifest.FILE);
    if (entry == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s is no backup of Retinue: it has no %s.".formatted(file, Manifest.FILE));
    }
    try (var in = new Measured(zip.getInputStream(entry), LARGEST_MANIFEST)) {
      return Manifest.of(in.readAllBytes(), file);
    }
  }

  Manifest manifest() {
    return manifest;
  }

  /// Reads the list of blobs, and whatever is to be done with each. Only at the end it is known
  /// whether the list was as it should be.
  void blobs(Consumer<Piece> visitor) {
    var expected = manifest.blobList();
    long count = 0;
    long bytes = 0;
    try (var measured = new Measured(open(expected.name()), expected.bytes());
        var in = new BufferedInputStream(measured)) {
      for (var line = line(in); !line.isEmpty(); line = line(in)) {
        var piece = Piece.ofLine(line).orElseThrow(() -> damaged(expected.name()));
        count++;
        bytes = Math.addExact(bytes, piece.bytes());
        visitor.accept(piece);
      }
      requireSame(expected, measured.piece(expected.name()));
    } catch (IOException | ArithmeticException e) {
      throw damaged(expected.name(), e);
    }
    var counts = manifest.counts();
    // So many more than the blobs. As each of those is there, there can be nothing else.
    int others = manifest.hasFleet() ? 4 : 3;
    if (count != counts.blobs() || bytes != counts.blobBytes() || zip.size() != count + others) {
      throw damaged(expected.name());
    }
  }

  /// The next line, empty at the end. A reader would hold a line in memory however long it is.
  private String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.append((char) next);
      if (line.length() > LONGEST_LINE) {
        throw damaged(manifest.blobList().name());
      }
    }
    return line.toString();
  }

  /// Copies a piece into an empty file: as long as it should be, and with the same digest.
  ///
  /// @param entry its name in the backup
  void copy(String entry, Piece expected, Path to) throws IOException {
    try (var measured = new Measured(open(entry), expected.bytes());
        var out = new FileOutputStream(to.toFile())) {
      transfer(measured, out, entry);
      requireSame(expected, measured.piece(expected.name()));
    }
  }

  /// Tells what is wrong with the backup from what is wrong with the disk.
  private void transfer(InputStream from, FileOutputStream to, String entry) throws IOException {
    var buffer = new byte[1 << 16];
    while (true) {
      int count;
      try {
        count = from.read(buffer);
      } catch (IOException e) {
        throw damaged(entry, e);
      }
      if (count < 0) {
        return;
      }
      to.write(buffer, 0, count);
    }
  }

  private InputStream open(String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s is damaged: it has no %s. Use another backup.".formatted(file, Excerpt.of(name)));
    }
    return zip.getInputStream(entry);
  }

  private void requireSame(Piece expected, Piece found) {
    if (!expected.equals(found)) {
      throw damaged(expected.name());
    }
  }

  private RetinueException damaged(String name) {
    return damaged(name, null);
  }

  private RetinueException damaged(String name, @Nullable Exception cause) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "%s is damaged: %s in it is not what was backed up. Use another backup."
            .formatted(file, Excerpt.of(name)),
        cause);
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException _) {
      // It was only read.
    }
  }
}
