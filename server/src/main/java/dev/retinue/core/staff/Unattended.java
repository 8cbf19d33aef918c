package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.line.Alarm;
import java.time.Duration;

/// Runs whose caller went away while he waited for them. Whoever asks for one in time adopts it;
/// else it is stopped, because nobody wants what it does. This is known in this process only: after
/// a restart they go on.
final class Unattended implements AutoCloseable {
  private static final String WHY = "its caller went away, and nobody asked for it since";

  private final Staff staff;
  private final Surroundings surroundings;
  private final Alarm alarm;

  Unattended(Staff staff, Surroundings surroundings) {
    this.staff = staff;
    this.surroundings = surroundings;
    this.alarm = new Alarm(surroundings.clock(), this::stop);
  }

  void leave(RunId run, Duration grace) {
    alarm.set(run, surroundings.now().plus(grace));
  }

  void adopt(RunId run) {
    alarm.forget(run);
  }

  private boolean stop(RunId id) {
    if (staff.vigil().isWatched(id)) {
      return true; // Somebody waits for it: it is adopted.
    }
    try {
      staff.change(
          change -> {
            var run = change.require(id);
            return change.record(run, run.stop(WHY, change.now()));
          });
      return true;
    } catch (RuntimeException e) {
      if (e instanceof RetinueException known && known.code() == ErrorCode.NOT_FOUND) {
        return true;
      }
      Trouble.note("a run that nobody waits for is stopped a little later", e);
      return false;
    }
  }

  @Override
  public void close() {
    alarm.close();
  }
}
