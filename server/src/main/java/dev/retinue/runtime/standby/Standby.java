package dev.retinue.runtime.standby;

import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.port.Work;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/// Does what is best for a run that was told to come back later: it waits without a slot, or
/// another agent does the work.
public final class Standby {
  /// The fact that another agent does the work.
  private static final String HANDED_TO = "handed_to";

  private final InstantSource clock;
  private final ZoneId zone;

  /// @param zone in which services and programs tell the time
  public Standby(InstantSource clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
  }

  /// Ends a run for which there is nothing to wait.
  public interface GivingUp {
    void because(String why);
  }

  /// Nothing of the run is at work by now. It is given back, done by another, or given up.
  ///
  /// @param message what was said, perhaps with a time in it
  public void comeBackLater(Work work, Setback.Kind kind, String message, GivingUp giveUp)
      throws InterruptedException {
    var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    var run = work.now();
    var setback = Setback.next(kind, run.facts(), run.dossier().usage(), now);
    switch (setback.remedy(message, work.agent().conduct().vigilance(), now, zone)) {
      case Setback.Remedy.Wait(var until, var why, var facts) -> {
        work.tell(new RunEvent.Learned(now, facts));
        var id = "quota-" + run.tenure().epoch();
        work.park(new Need(id, Need.Kind.QUOTA, why, null), until);
      }
      case Setback.Remedy.HandOver(var agent, var why) -> {
        work.tell(
            new RunEvent.Noted(now, "%s Agent '%s' does the work instead.".formatted(why, agent)));
        work.tell(new RunEvent.Learned(now, Map.of(HANDED_TO, agent)));
        handOver(work, agent, giveUp);
      }
      case Setback.Remedy.GiveUp(var why) -> giveUp.because(why);
    }
  }

  /// Whether another does the work: then nothing is started for this run any more.
  public static boolean isHandedOver(Run run) {
    return run.facts().containsKey(HANDED_TO);
  }

  /// Goes on to wait for the other, after a restart.
  public void goOn(Work work, GivingUp giveUp) throws InterruptedException {
    handOver(work, work.run().facts().getOrDefault(HANDED_TO, ""), giveUp);
  }

  private static void handOver(Work work, String agent, GivingUp giveUp)
      throws InterruptedException {
    Run done;
    try {
      done = work.await(work.delegate("fallback", agent, work.prompt()).id());
    } catch (RetinueException e) {
      giveUp.because("agent '%s' cannot do the work instead: %s".formatted(agent, e.getMessage()));
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
          giveUp.because(
              "agent '%s', who did the work instead, was stopped: %s".formatted(agent, why));
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> {}
    }
  }
}
