package dev.retinue.core.staff;

import dev.retinue.core.Run;
import dev.retinue.core.Steering;
import dev.retinue.core.port.Work.RunEndedException;

/// A run in the hands of one who took it up, for as long as nobody else does.
///
/// @param taken the run as it was then
record Hold(Run taken) {
  /// The run as it is now, unless it has ended or another has taken it up since.
  Run require(Change change) {
    var now = change.require(taken.id());
    if (!active(now)) {
      throw new RunEndedException(taken.id());
    }
    return now;
  }

  boolean active(Run now) {
    return isSame(now) && now.state().active();
  }

  /// Also while what is left of it after its end is being ended.
  boolean occupied(Run now) {
    return isSame(now) && now.tenure().occupied();
  }

  private boolean isSame(Run now) {
    return now.tenure().epoch() == taken.tenure().epoch();
  }

  /// Who has not heard everything is not done.
  boolean mayEnd(Run now) {
    return occupied(now) && Steering.isHeard(now);
  }
}
