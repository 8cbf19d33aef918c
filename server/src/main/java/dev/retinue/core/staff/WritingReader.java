package dev.retinue.core.staff;

import dev.retinue.core.RunId;
import dev.retinue.core.Written;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Reads on in what runs write, whenever all that was recorded has been read.
final class WritingReader {
  private final Crew crew;
  private @Nullable Written last;

  WritingReader(Crew crew) {
    this.crew = crew;
  }

  /// Passes on what has been written since. What was begun after something that is not read yet
  /// waits until that is; a bell has been rung for it.
  ///
  /// @param read the number of the last event that was passed on
  /// @return false if nobody wants to hear more
  boolean look(RunId run, long read, Predicate<Written> sink) {
    var piece = crew.written(run, last);
    if (piece == null || piece.after() > read) {
      return true;
    }
    last = piece;
    return sink.test(piece);
  }
}
