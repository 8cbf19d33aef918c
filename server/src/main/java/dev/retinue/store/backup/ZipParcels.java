package dev.retinue.store.backup;

import dev.retinue.core.Run;
import dev.retinue.core.Session;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Parcels;
import dev.retinue.core.port.RunStore;
import dev.retinue.store.files.DiskTrouble;
import dev.retinue.store.files.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// Exports as zip files, in the manner of backups: pieces, and a list of them with their digests.
/// They are files of ours for as long as they are on their way; what a killed process left of them
/// goes with the next start.
public final class ZipParcels implements Parcels {
  private static final long LARGEST_FILE = ParcelManifest.LARGEST;
  private static final int BUFFER = 1 << 16;

  private final RunStore store;
  private final Blobs blobs;
  private final Path folder;
  private final String version;
  private final InstantSource clock;

  /// @param folder where files are while they are looked at
  /// @param version of Retinue
  public ZipParcels(RunStore store, Blobs blobs, Path folder, String version, InstantSource clock) {
    this.store = store;
    this.blobs = blobs;
    this.folder = folder;
    this.version = version;
    this.clock = clock;
  }

  @Override
  public Packing pack(List<Run> runs, List<Session> sessions, Runnable room) {
    room.run();
    try {
      var file = new Temporary("export-");
      try (var out = new BufferedOutputStream(new FileOutputStream(file.path.toFile()), BUFFER);
          var writer = new ParcelWriter(store, blobs, room, out)) {
        writer.add(runs, sessions);
        writer.finish(
            new ParcelManifest(
                ParcelManifest.FORMAT,
                version,
                clock.instant(),
                runs.size(),
                sessions.size(),
                writer.pieces()));
        return new PackedFile(file, Files.size(file.path));
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw DiskTrouble.refusal("write an export", folder, e);
    }
  }

  @Override
  public Delivery receive(InputStream from, Runnable room) {
    room.run();
    try {
      var file = new Temporary("import-");
      try (var measured = new Measured(from, LARGEST_FILE);
          var out = new FileOutputStream(file.path.toFile())) {
        var buffer = new byte[BUFFER];
        for (int some = measured.read(buffer); some >= 0; some = measured.read(buffer)) {
          room.run();
          out.write(buffer, 0, some);
        }
        return new Received(file);
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (Measured.TooLongException e) {
      throw ParcelManifest.damaged("it is longer than %d MB".formatted(LARGEST_FILE >> 20), e);
    } catch (IOException e) {
      throw DiskTrouble.refusal("take in an export", folder, e);
    }
  }

  /// A file that is nobody's when this is closed.
  private final class Temporary implements AutoCloseable {
    private final Path path;

    Temporary(String beginning) throws IOException {
      path =
          Files.createTempFile(
              folder,
              beginning,
              PrivateFiles.TEMPORARY,
              PrivateFiles.attributes(PrivateFiles.FILE));
    }

    @Override
    public void close() {
      try {
        Files.deleteIfExists(path);
      } catch (IOException _) {
        // It goes with the next start.
      }
    }
  }

  private record PackedFile(Temporary file, long bytes) implements Packing {
    @Override
    public void copyTo(OutputStream out) throws IOException {
      Files.copy(file.path, out);
    }

    @Override
    public void close() {
      file.close();
    }
  }

  private record Received(Temporary file) implements Delivery {
    @Override
    public Parcel open() {
      return ZipParcel.open(file.path);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
