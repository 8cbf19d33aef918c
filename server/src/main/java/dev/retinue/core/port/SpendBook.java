package dev.retinue.core.port;

import dev.retinue.core.Spend;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was spent on which day. It outlives the runs that spent it.
public interface SpendBook {
  /// The lines of these days, both included, in their order.
  ///
  /// @param caller null for everybody's
  List<Spend> lines(LocalDate from, LocalDate to, @Nullable String caller);

  /// Lets go of the lines before this day, and says how many those were. Those of days on which
  /// there are runs still, or after, stay: the book never has less than the runs say.
  int forget(LocalDate before);
}
