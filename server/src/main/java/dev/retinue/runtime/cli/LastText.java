package dev.retinue.runtime.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The last text that a program said. One that comes in pieces is put together, up to a limit.
///
/// @param open whether the next piece belongs to it
record LastText(@Nullable String text, boolean open) {
  static final LastText NONE = new LastText(null, false);

  /// As long as the longest line that is read.
  private static final int LONGEST = 8 * 1024 * 1024;

  static LastText of(String text) {
    return new LastText(text, false);
  }

  LastText plus(String piece) {
    if (!open || text == null) {
      return new LastText(piece, true);
    }
    int room = Math.min(piece.length(), LONGEST - text.length());
    return room <= 0 ? this : new LastText(text + piece.substring(0, room), true);
  }

  LastText whole() {
    return open ? new LastText(text, false) : this;
  }

  /// Pieces that came together are one event, not many.
  static List<Seen> joined(List<Seen> all) {
    var joined = new ArrayList<Seen>();
    var pieces = new StringBuilder();
    for (var seen : all) {
      if (seen instanceof Seen.Piece(var text)) {
        pieces.append(text);
      } else {
        flush(pieces, joined);
        joined.add(seen);
      }
    }
    flush(pieces, joined);
    return joined;
  }

  private static void flush(StringBuilder pieces, List<Seen> joined) {
    if (!pieces.isEmpty()) {
      joined.add(new Seen.Piece(pieces.toString()));
      pieces.setLength(0);
    }
  }
}
