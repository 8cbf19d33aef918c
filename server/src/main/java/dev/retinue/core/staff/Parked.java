package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.line.Alarm;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Runs that wait for a time, with nothing at work. When it comes they are in line again; the time
/// is among their facts, so that another process knows it too.
final class Parked implements AutoCloseable {
  private static final String UNTIL = "parked_until";
  private static final String WHY = "the time has come for which it waited";

  private final Staff staff;
  private final Alarm alarm;

  Parked(Staff staff, Surroundings surroundings) {
    this.staff = staff;
    this.alarm = new Alarm(surroundings.clock(), this::wake);
  }

  static Map<String, String> facts(Instant until) {
    return Map.of(UNTIL, until.toString());
  }

  /// Those that were there before this process.
  void begin(List<Run> found) {
    found.forEach(this::heed);
  }

  void heed(Run run) {
    if (run.parked()) {
      alarm.set(run.id(), until(run));
    } else {
      alarm.forget(run.id());
    }
  }

  /// At once if nobody knows any more when.
  private static Instant until(Run run) {
    try {
      return Instant.parse(run.facts().getOrDefault(UNTIL, ""));
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  private boolean wake(RunId id) {
    try {
      staff.change(
          change -> {
            var run = change.require(id);
            return run.parked() ? change.record(run, run.requeue(change.now(), WHY)) : run;
          });
      return true;
    } catch (RuntimeException e) {
      if (e instanceof RetinueException known && known.code() == ErrorCode.NOT_FOUND) {
        return true;
      }
      // Whatever it is, without the thread that asks nobody would ever be woken again.
      Trouble.note("a run that waited for a time is woken a little later", e);
      return false;
    }
  }

  int size() {
    return alarm.size();
  }

  @Override
  public void close() {
    alarm.close();
  }
}
