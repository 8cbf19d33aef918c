package dev.retinue.core.port;

import dev.retinue.core.Run;
import java.util.List;

/// Ends what a former process started and left behind, before anything is taken up again.
public interface Reaper {
  /// Returns when nothing is left of what these runs started. A process that is not ours, even one
  /// under a number that was, is never touched.
  void reap(List<Run> occupied);
}
