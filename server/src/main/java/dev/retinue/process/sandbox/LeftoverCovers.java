package dev.retinue.process.sandbox;

import dev.retinue.core.Run;
import dev.retinue.core.port.Reaper;
import java.util.List;

/// Takes away what stood in the place of missing files for the programs of a daemon that was
/// killed.
public final class LeftoverCovers implements Reaper {
  @Override
  public void reap(List<Run> occupied) {
    occupied.forEach(run -> Protection.uncover(run.facts()));
  }
}
