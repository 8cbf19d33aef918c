package dev.retinue.store.check;

import dev.retinue.core.Blob;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.store.Inventory;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.sqlite.SqlWork;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks everything in a data directory against everything else, whether a daemon is at work there
/// or not, and changes nothing.
public final class DeepCheck {
  /// For how long files may be there before the run is that they belong to.
  static final Duration GRACE = Duration.ofDays(1);

  private final DataFolder folder;
  private final InstantSource clock;

  public DeepCheck(DataFolder folder, InstantSource clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /// What was looked at, and what does not agree.
  ///
  /// @param blobs how many of them were read to their end
  public record Report(Inventory.Counts counts, long blobs, List<Fault> faults) {}

  public Report run() {
    int schema = look(Inventory::schema);
    int known = SqlRunStore.migrations().latest();
    if (schema != known) {
      var sentence =
          "The store has version %d of the schema, and this Retinue knows version %d."
              .formatted(schema, known);
      var remedy =
          "Start the daemon of this Retinue once, which brings it up to date; then look again.";
      return new Report(
          new Inventory.Counts(0, 0, 0, 0, 0),
          0,
          List.of(new Fault(Fault.Area.STORE, sentence, remedy)));
    }
    record Seen(Inventory.Counts counts, List<Fault> faults, List<Blob> blobs) {}
    var seen =
        look(
            sql -> {
              var faults = RecordsCheck.of(sql);
              var blobs = new ArrayList<Blob>();
              Inventory.blobs(sql, blobs::add);
              return new Seen(Inventory.counts(sql), faults, blobs);
            });
    var faults = new ArrayList<>(seen.faults());
    faults.addAll(blobs(seen.blobs()));
    return new Report(seen.counts(), seen.blobs().size(), faults);
  }

  private <T> T look(SqlWork<T> work) {
    return SqliteDatabase.look(folder.database(), folder.libraries(), work);
  }

  private List<Fault> blobs(List<Blob> recorded) {
    if (!Files.isDirectory(folder.blobs())) {
      return recorded.isEmpty()
          ? List.of()
          : List.of(Fault.blob("The folder %s is not there.".formatted(folder.blobs())));
    }
    var files = new FileBlobs(folder.blobs(), clock, () -> {});
    Map<Blob, String> unreadable = new LinkedHashMap<>();
    for (var blob : recorded) {
      try (var bytes = files.open(blob)) {
        bytes.transferTo(OutputStream.nullOutputStream());
      } catch (IOException | RetinueException e) {
        unreadable.put(blob, String.valueOf(e.getMessage()));
      }
    }
    var faults = new ArrayList<Fault>();
    if (!unreadable.isEmpty()) {
      // A daemon may have packed or removed some since the moment that we look at.
      unreadable.keySet().retainAll(named());
      unreadable.values().forEach(why -> faults.add(Fault.blob(why)));
    }
    for (var run : files.unknown(it -> exists(it), GRACE)) {
      faults.add(Fault.orphan("There are files of run %s, which is not there.".formatted(run)));
    }
    return faults;
  }

  private Set<Blob> named() {
    return look(
        sql -> {
          var found = new HashSet<Blob>();
          Inventory.blobs(sql, found::add);
          return found;
        });
  }

  private boolean exists(RunId run) {
    return look(sql -> Inventory.exists(sql, run));
  }
}
