package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Blob;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.staff.Staff;
import dev.retinue.toolset.reading.Reading;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// What runs answered, as much of it as is wanted.
public final class Results {
  private final Staff staff;

  public Results(Staff staff) {
    this.staff = staff;
  }

  /// Its result, else what it said of its work, else the last that was heard of it.
  ///
  /// @param from how many characters are passed over
  /// @param most how many characters of JSON there may be
  public Reading.Piece piece(Run run, int from, int most) {
    var id = run.id().text();
    var payload = run.dossier().payload();
    if (payload != null) {
      return Reading.piece(id, "payload", window(payload, from, most + 1), most);
    }
    var summary = Words.summary(run);
    boolean undone = run.state() instanceof State.Failed || run.state() instanceof State.Stopped;
    var text = summary == null && undone ? run.dossier().recentOutput() : summary;
    return Reading.piece(id, "summary", text, from, most);
  }

  /// A part of a payload.
  public Reading.Window window(Blob payload, int from, int most) {
    try (var reader =
        new InputStreamReader(staff.register().read(payload), StandardCharsets.UTF_8)) {
      return Reading.Window.of(reader, from, most);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
