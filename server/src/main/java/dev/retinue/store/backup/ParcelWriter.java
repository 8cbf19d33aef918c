package dev.retinue.store.backup;

import dev.retinue.core.Blob;
import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.Session;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.RunStore;
import dev.retinue.store.ParcelForm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// An export while it is written. It is no larger than one that is taken in.
final class ParcelWriter implements AutoCloseable {
  private static final int EVENTS_AT_ONCE = 1_000;

  private final RunStore store;
  private final Blobs blobs;
  private final Runnable room;
  private final ZipOutputStream zip;
  private final List<Piece> pieces = new ArrayList<>();
  private long all;

  /// @param room refuses while there is no room for it
  ParcelWriter(RunStore store, Blobs blobs, Runnable room, OutputStream out) {
    this.store = store;
    this.blobs = blobs;
    this.room = room;
    this.zip = new ZipOutputStream(out);
  }

  List<Piece> pieces() {
    return pieces;
  }

  void add(List<Run> runs, List<Session> sessions) throws IOException {
    lines(
        ParcelManifest.RUNS,
        to -> {
          for (var run : runs) {
            to.add(ParcelForm.run(run, store.prompt(run.id()).orElse(null)));
          }
        });
    lines(ParcelManifest.EVENTS, to -> events(runs, to));
    lines(
        ParcelManifest.SESSIONS,
        to -> {
          for (var session : sessions) {
            to.add(ParcelForm.session(session));
          }
        });
    for (var run : runs) {
      blob("payload/" + run.id(), run.dossier().payload());
      blob("output/" + run.id(), run.dossier().output());
    }
  }

  /// Adds the list of all that is in it, without which it is none.
  void finish(ParcelManifest manifest) throws IOException {
    zip.putNextEntry(new ZipEntry(ParcelManifest.FILE));
    zip.write(manifest.toJson());
    zip.closeEntry();
    zip.finish();
    zip.flush();
  }

  private interface Lines {
    void add(String line) throws IOException;
  }

  private interface Writing {
    void write(Lines to) throws IOException;
  }

  private void lines(String name, Writing writing) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    var tally = new Tally(zip);
    writing.write(
        line -> {
          room.run();
          var bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
          if (bytes.length > ParcelManifest.LONGEST_LINE) {
            throw new RetinueException(
                ErrorCode.INVALID_INPUT,
                "A prompt or an event has more than %d MB, and cannot be exported."
                    .formatted(ParcelManifest.LONGEST_LINE >> 20));
          }
          all += bytes.length;
          tally.write(bytes);
          ParcelManifest.requireAtMost(
              ParcelManifest.LARGEST_TEXT, tally.count, ParcelManifest.wordsIn(name));
        });
    zip.closeEntry();
    pieces.add(tally.piece(name));
  }

  private void events(List<Run> runs, Lines to) throws IOException {
    for (var run : runs) {
      long after = 0;
      int found;
      do {
        var some = store.events(run.id(), after, EVENTS_AT_ONCE);
        for (var recorded : some) {
          to.add(ParcelForm.event(run.id(), recorded.event()));
          after = recorded.sequence();
        }
        found = some.size();
      } while (found == EVENTS_AT_ONCE);
    }
  }

  private void blob(String name, @Nullable Blob blob) throws IOException {
    if (blob == null) {
      return;
    }
    room.run();
    zip.putNextEntry(new ZipEntry(name));
    try (var measured = new Measured(blobs.open(blob), Long.MAX_VALUE)) {
      measured.transferTo(zip);
      var piece = measured.piece(name);
      pieces.add(piece);
      all += piece.bytes();
    }
    zip.closeEntry();
    ParcelManifest.requireAtMost(ParcelManifest.LARGEST, all, ParcelManifest.ALL);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  /// Bytes on their way out, digested.
  private static final class Tally {
    private final OutputStream to;
    private final MessageDigest digest = Digest.sha256();
    private long count;

    Tally(OutputStream to) {
      this.to = to;
    }

    void write(byte[] bytes) throws IOException {
      to.write(bytes);
      digest.update(bytes);
      count += bytes.length;
    }

    Piece piece(String name) {
      return new Piece(name, count, HexFormat.of().formatHex(digest.digest()));
    }
  }
}
