package dev.retinue.runtime.cli;

import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.cli.watch.Setback;
import dev.retinue.runtime.cli.watch.Setback.Remedy;
import dev.retinue.runtime.cli.watch.Watch;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/// What becomes of a run whose program is gone, and has not done its work.
final class Aftercare {
  /// The fact that another agent does the work.
  private static final String HANDED_TO = "handed_to";

  private final InstantSource clock;
  private final ZoneId zone;

  /// @param zone in which programs tell the time
  Aftercare(InstantSource clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
  }

  void tend(Work work, Parting parting) throws InterruptedException {
    switch (parting) {
      case Parting.Over _ -> {}
      case Parting.Troubled(var trouble) -> help(work, trouble);
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
    var now = now();
    var run = work.now();
    var setback = Setback.next(kind, run.facts(), run.dossier().usage(), now);
    var vigilance = work.agent().conduct().vigilance();
    switch (setback.remedy(trouble.message(), vigilance, now, zone)) {
      case Remedy.Wait(var until, var why, var facts) -> {
        work.tell(new RunEvent.Learned(now, facts));
        var id = "quota-" + run.tenure().epoch();
        work.park(new Need(id, Need.Kind.QUOTA, why, null), until);
      }
      case Remedy.HandOver(var agent, var why) -> {
        work.tell(
            new RunEvent.Noted(now, "%s Agent '%s' does the work instead.".formatted(why, agent)));
        work.tell(new RunEvent.Learned(now, Map.of(HANDED_TO, agent)));
        handOver(work, agent);
      }
      case Remedy.GiveUp(var why) -> fail(work, new Trouble(trouble.kind(), why));
    }
  }

  /// Whether another does the work: then nothing is started for this run any more.
  static boolean isHandedOver(Run run) {
    return run.facts().containsKey(HANDED_TO);
  }

  /// Goes on to wait for the other, after a restart.
  void goOn(Work work) throws InterruptedException {
    handOver(work, work.run().facts().getOrDefault(HANDED_TO, ""));
  }

  private void handOver(Work work, String agent) throws InterruptedException {
    Run done;
    try {
      done = work.await(work.delegate("fallback", agent, work.prompt()).id());
    } catch (RetinueException e) {
      fail(
          work,
          new Trouble(
              Trouble.Kind.QUOTA,
              "agent '%s' cannot do the work instead: %s".formatted(agent, e.getMessage())));
      return;
    }
    if (work.ended()) {
      return;
    }
    switch (done.state()) {
      case State.Completed(var _, var summary, var evidence) -> {
        work.adopt(done);
        work.complete(summary, evidence);
      }
      case State.Failed(var _, var reason, var message) ->
          work.fail(
              reason, "agent '%s', who did the work instead, failed: %s".formatted(agent, message));
      case State.Stopped(var _, var why) ->
          fail(
              work,
              new Trouble(
                  Trouble.Kind.QUOTA,
                  "agent '%s', who did the work instead, was stopped: %s".formatted(agent, why)));
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> {}
    }
  }

  private void fail(Work work, Trouble trouble) {
    work.tell(new RunEvent.Learned(now(), Map.of("trouble", trouble.kind().word())));
    work.fail(trouble.kind().reason(), trouble.kind().word() + ": " + trouble.message());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
