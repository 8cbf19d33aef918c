package dev.retinue.runtime.cli.watch;

import dev.retinue.core.Pulse;
import dev.retinue.core.Pulse.Liveness;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Vigilance;
import dev.retinue.core.Vigilance.Step;
import dev.retinue.core.port.Work;
import dev.retinue.process.Census.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/// Looks now and then whether a program still does something, and climbs the ladder when it does
/// not. Who waits for somebody is left alone.
public final class Watch {
  /// The fact that a run was resumed because it was stalled.
  private static final String RESUMED = "stalled_before";

  private static final Duration OFTEN = Duration.ofSeconds(3);
  private static final Duration SHORTEST = Duration.ofMillis(20);
  // Who only waits looks at the clock now and then too.
  private static final int IDLE_PERCENT = 3;

  private final Work work;
  private final Vigilance vigilance;
  private final Patient patient;
  private final LongSupplier nanoTime;
  private final InstantSource clock;
  private final Duration betweenLooks;
  private final List<String> taken = new ArrayList<>();
  private Instant lastOutput;
  private long quietSince;
  private long lastLook;
  private Vitals last = Vitals.NONE;
  private Duration cpuAtOutput = Duration.ZERO;
  private boolean stalled;
  private boolean noted;
  private String proof = "";
  private int next;
  private boolean interrupted;
  private boolean leaving;
  private boolean resuming;

  /// The program that is watched.
  public interface Patient {
    /// How it is.
    ///
    /// @param age how old the answer may be
    Vitals vitals(Duration age);

    /// Tells it something, if it still listens. Says whether it does.
    boolean say(String text);

    /// Asks it to break off what it does.
    void interrupt();
  }

  public Watch(Work work, Patient patient, LongSupplier nanoTime, InstantSource clock) {
    this.work = work;
    this.vigilance = work.agent().conduct().vigilance();
    this.patient = patient;
    this.nanoTime = nanoTime;
    this.clock = clock;
    var quarter = vigilance.silence().dividedBy(4);
    var shorter = quarter.compareTo(OFTEN) < 0 ? quarter : OFTEN;
    this.betweenLooks = shorter.compareTo(SHORTEST) > 0 ? shorter : SHORTEST;
    this.lastOutput = now();
    this.quietSince = nanoTime.getAsLong();
    this.lastLook = quietSince;
    tell(Liveness.ACTIVE);
  }

  /// It said something.
  public void heard() {
    if (leaving) {
      return; // Its last words change nothing.
    }
    lastOutput = now();
    cpuAtOutput = last.cpu();
    quietSince = nanoTime.getAsLong();
    if (noted) {
      note("It says something again.");
    }
    stalled = false;
    noted = false;
    next = 0;
    taken.clear();
  }

  /// Looks, if it is time to. Says whether to stay with it; else it is ended.
  public boolean stay() {
    long now = nanoTime.getAsLong();
    long passed = now - lastLook;
    if (passed < betweenLooks.toNanos()) {
      return true;
    }
    lastLook = now;
    var before = last;
    last = patient.vitals(betweenLooks);
    var used = last.cpu().minus(before.cpu()).abs();
    if (work.waits() || used.toNanos() * 100 > passed * IDLE_PERCENT) {
      quietSince = now;
      stalled = false;
      tell(work.waits() ? Liveness.WAITING : Liveness.ACTIVE);
      return true;
    }
    boolean tooLong = now - quietSince >= vigilance.silence().toNanos();
    stalled |= tooLong;
    tell(stalled ? Liveness.STALLED : Liveness.ACTIVE);
    return !tooLong || climb(now);
  }

  private boolean climb(long now) {
    quietSince = now;
    if (vigilance.ladder().isEmpty()) {
      if (!noted) {
        noted = true;
        note("It is stalled: %s.".formatted(evidence()));
      }
      return true;
    }
    noted = true;
    if (next >= vigilance.ladder().size()) {
      leaving = true;
      proof = evidence();
      return false;
    }
    return take(vigilance.ladder().get(next++));
  }

  private boolean take(Step step) {
    var outcome =
        switch (step) {
          case NUDGE ->
              patient.say("Nothing was heard of you for a while. Go on with your work.")
                  ? "it was told to go on"
                  : "it reads no more input, so nothing was said to it";
          case INTERRUPT -> "it is asked to break off what it does";
          case KILL -> "it is ended by force";
          case RESUME ->
              mayResume()
                  ? "it is started again in its session"
                  : "it was started again before, and is not a second time";
        };
    var word = step.name().toLowerCase(Locale.ROOT);
    note(
        "It is stalled: %s. Step %d of %d, %s: %s."
            .formatted(evidence(), next, vigilance.ladder().size(), word, outcome));
    taken.add(word);
    proof = evidence();
    switch (step) {
      case NUDGE -> {}
      case INTERRUPT -> {
        interrupted = true;
        patient.interrupt();
      }
      case KILL -> leaving = true;
      case RESUME -> {
        resuming = mayResume();
        leaving = true;
      }
    }
    return !leaving;
  }

  /// Whether it ended because it was stalled: by itself after it was interrupted, or by force.
  public boolean broke() {
    return interrupted || leaving;
  }

  /// Whether it is to be started again, now or as what is left of the ladder.
  public boolean resumes() {
    var ladder = vigilance.ladder();
    return resuming || (mayResume() && ladder.subList(next, ladder.size()).contains(Step.RESUME));
  }

  private boolean mayResume() {
    return !work.run().facts().containsKey(RESUMED);
  }

  /// To be written down of one that is resumed.
  public static Map<String, String> resumed() {
    return Map.of(RESUMED, "true");
  }

  /// What spoke for it that it is stalled, when something was last done about it.
  public String proof() {
    return proof;
  }

  private String evidence() {
    var silence = Duration.between(lastOutput, now());
    return "no output since %s (%s), %d ms of CPU since then, %d process%s%s"
        .formatted(
            lastOutput.truncatedTo(ChronoUnit.SECONDS),
            inWords(silence),
            last.cpu().minus(cpuAtOutput).toMillis(),
            last.processes(),
            last.processes() == 1 ? "" : "es",
            taken.isEmpty() ? "" : "; tried so far: " + String.join(", ", taken));
  }

  private static String inWords(Duration time) {
    return time.toSeconds() < 120 ? time.toSeconds() + " s" : time.toMinutes() + " min";
  }

  private void note(String text) {
    work.tell(new RunEvent.Noted(now(), text));
  }

  private void tell(Liveness liveness) {
    var cpu = last.cpu().minus(cpuAtOutput);
    work.tell(
        new Pulse(
            lastOutput,
            liveness,
            cpu.isNegative() ? Duration.ZERO : cpu,
            last.processes(),
            last.resident()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
