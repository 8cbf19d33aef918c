package dev.retinue.runtime.cli;

import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.cli.watch.Watch;
import dev.retinue.runtime.standby.Setback;
import dev.retinue.runtime.standby.Standby;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/// What becomes of a run whose program is gone, and has not done its work, or not as it should.
final class Aftercare {
  private final InstantSource clock;
  private final Standby standby;

  /// @param zone in which programs tell the time
  Aftercare(InstantSource clock, ZoneId zone) {
    this.clock = clock;
    this.standby = new Standby(clock, zone);
  }

  void tend(Work work, Parting parting) throws InterruptedException {
    switch (parting) {
      case Parting.Over _ -> {}
      case Parting.Troubled(var trouble) -> help(work, trouble);
      case Parting.Unfit(var repair) -> {
        work.tell(repair.begin(now()));
        work.giveBack("its answer is asked for once more");
      }
      case Parting.Stalled(var evidence, var resumes) -> {
        if (resumes && knowsSession(work)) {
          work.tell(new RunEvent.Learned(now(), Watch.resumed()));
          work.giveBack("it was stalled: " + evidence);
        } else {
          fail(work, new Trouble(Trouble.Kind.STALLED, evidence));
        }
      }
    }
  }

  /// The run as it is by now has more facts than the one that was taken up.
  private static boolean knowsSession(Work work) {
    return work.now().facts().containsKey(CliRuntime.SESSION);
  }

  private void help(Work work, Trouble trouble) throws InterruptedException {
    var kind =
        switch (trouble.kind()) {
          case QUOTA -> Setback.Kind.QUOTA;
          case OVERLOAD -> Setback.Kind.OVERLOAD;
          default -> null;
        };
    if (kind == null) {
      fail(work, trouble);
      return;
    }
    standby.comeBackLater(
        work, kind, trouble.message(), why -> fail(work, new Trouble(trouble.kind(), why)));
  }

  /// Goes on to wait for another who does the work, after a restart.
  void goOn(Work work) throws InterruptedException {
    standby.goOn(work, why -> fail(work, new Trouble(Trouble.Kind.QUOTA, why)));
  }

  private void fail(Work work, Trouble trouble) {
    work.tell(new RunEvent.Learned(now(), Map.of("trouble", trouble.kind().word())));
    work.fail(trouble.kind().reason(), trouble.kind().word() + ": " + trouble.message());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
