package dev.retinue.store;

import dev.retinue.core.Blob;
import dev.retinue.core.Commission;
import dev.retinue.core.Dossier;
import dev.retinue.core.Masked;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Tenure;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/// How a run is written down: what never changes in one text, what changes in another.
final class RunForm {
  static final String COLUMNS = "id, state, sequence, progress, commission";

  /// Only what is this caller's, or everything for null; is given him twice.
  static final String OF_CALLER = " AND (caller = ? OR ? IS NULL)";

  /// The root and all below it, twice the root as the value: the index of trees has no roots.
  static final String IN_TREE = "(id = ? OR (root = ? AND is_root = 0))";

  private static final ObjectReader PROGRESS = Stored.JSON.readerFor(Progress.class);
  private static final ObjectReader COMMISSION = Stored.JSON.readerFor(Commission.class);
  private static final ObjectWriter PROGRESS_OUT = MaskedForm.JSON.writerFor(Progress.class);
  private static final ObjectWriter COMMISSION_OUT = Stored.JSON.writerFor(Commission.class);

  // Some hundred runs are at work at once; there may be many more in the store.
  static final int REMEMBERED = 256;
  private static final Remembered<Progress> PROGRESSES =
      new Remembered<>(REMEMBERED, PROGRESS::readValue);
  private static final Remembered<Commission> COMMISSIONS =
      new Remembered<>(REMEMBERED, COMMISSION::readValue);

  private RunForm() {}

  /// What changes. The details of the state have only what its kind has.
  private record Progress(Detail detail, Tenure tenure, Dossier dossier) {}

  private record Detail(
      State.@Nullable Waiting waiting,
      State.@Nullable Completed completed,
      State.@Nullable Failed failed,
      State.@Nullable Stopped stopped) {
    static final Detail NONE = new Detail(null, null, null, null);

    static Detail of(State state) {
      return switch (state) {
        case State.Ready _, State.Queued _, State.Running _ -> NONE;
        case State.Waiting waiting -> new Detail(waiting, null, null, null);
        case State.Completed completed -> new Detail(null, completed, null, null);
        case State.Failed failed -> new Detail(null, null, failed, null);
        case State.Stopped stopped -> new Detail(null, null, null, stopped);
      };
    }

    State state(String word) {
      var state =
          switch (word) {
            case "ready" -> new State.Ready();
            case "queued" -> new State.Queued();
            case "running" -> new State.Running();
            case "waiting" -> waiting;
            case "completed" -> completed;
            case "failed" -> failed;
            case "stopped" -> stopped;
            default -> null;
          };
      if (state == null) {
        throw new IllegalStateException("the state '%s' is of a later Retinue".formatted(word));
      }
      return state;
    }
  }

  static String progress(Run run) {
    var progress = new Progress(Detail.of(run.state()), run.tenure(), run.dossier());
    var text = PROGRESS_OUT.writeValueAsString(progress);
    // What is masked says less than what it was made of.
    if (!text.contains(Masked.MASK)) {
      PROGRESSES.keep(text, progress);
    }
    return text;
  }

  static String commission(Run run) {
    return COMMISSION_OUT.writeValueAsString(run.commission());
  }

  /// How much is kept beside the database for it.
  static long bytes(Run run) {
    return bytes(run.dossier().payload()) + bytes(run.dossier().output());
  }

  private static long bytes(@Nullable Blob blob) {
    return blob == null ? 0 : blob.storedBytes();
  }

  /// Reads a row of `COLUMNS`.
  static Run read(ResultSet row) throws SQLException {
    var progress = PROGRESSES.of(row.getString(4));
    return new Run(
        new RunId(row.getString(1)),
        COMMISSIONS.of(row.getString(5)),
        progress.detail().state(row.getString(2)),
        progress.tenure(),
        progress.dossier(),
        row.getLong(3));
  }
}
