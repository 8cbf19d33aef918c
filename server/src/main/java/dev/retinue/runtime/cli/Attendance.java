package dev.retinue.runtime.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Work;
import dev.retinue.process.Census;
import dev.retinue.process.Child;
import dev.retinue.runtime.cli.watch.SessionTotal;
import dev.retinue.runtime.cli.watch.Watch;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Stays with a program from its start until nothing of it is left: hears what it says, and ends it
/// when its run has ended.
final class Attendance implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  /// Short enough to be done before the daemon is.
  private static final Duration HURRY = Duration.ofSeconds(2);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final Profile profile;
  private final Work work;
  private final Conversation conversation;
  private final Child child;
  private final Scratch scratch;
  private final InstantSource clock;
  private Lines lines;
  private final @Nullable Lines asides;
  private final Tail tail;
  private final Semaphore awake = new Semaphore(0);
  private final Watch watch;
  private Tale tale = Tale.NONE;
  private Meter meter;
  private Closing closing = () -> {};

  /// What is done when nothing of the program is left.
  interface Closing {
    void close() throws InterruptedException;
  }

  Attendance(
      Profile profile,
      Work work,
      Conversation conversation,
      Scratch scratch,
      Census census,
      InstantSource clock) {
    this.profile = profile;
    this.work = work;
    this.conversation = conversation;
    this.child = conversation.child();
    this.scratch = scratch;
    this.clock = clock;
    this.lines = profile.lines();
    this.asides = profile.asides().orElse(null);
    this.tail = scratch.said();
    // Of a session that goes on, what was used before is charged already.
    this.meter = Meter.after(SessionTotal.of(work.run().facts()));
    this.watch = new Watch(work, new Bedside(profile, child, census), System::nanoTime, clock);
  }

  /// While the run can still be told of it, where it ends by itself.
  Attendance closing(Closing last) {
    closing = last;
    return this;
  }

  /// Hears it in this way rather than in the usual one.
  Attendance hearing(Lines other) {
    lines = other;
    return this;
  }

  Parting attend() throws InterruptedException {
    try {
      child.birth().ifPresent(birth -> work.tell(new RunEvent.Learned(now(), birth.facts())));
      child.whenExited(awake::release);
      work.whenEnded(awake::release);
      while (child.isAlive() && !work.ended() && watch.stay()) {
        if (!hear()) {
          awake.tryAcquire(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } finally {
      end();
    }
    // Only now: what it left behind might talk for ever.
    hearAll();
    closing.close();
    return conclude();
  }

  /// Hears it no more.
  @Override
  public void close() {
    lines.close();
  }

  /// Whatever happens, nothing of it is left when this returns; until then its run is *ending*, and
  /// keeps its slot. Only who is interrupted leaves before, and in a hurry.
  private void end() throws InterruptedException {
    conversation.close();
    boolean interrupted = Thread.interrupted();
    try {
      boolean told = false;
      while (!child.end(profile.stop(), interrupted ? HURRY : GRACE)) {
        if (interrupted || Thread.interrupted()) {
          throw new InterruptedException("something of run %s is left".formatted(work.run().id()));
        }
        if (!told) {
          work.tell(new RunEvent.Learned(now(), Map.of("lingered", "true")));
          told = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void hearAll() throws InterruptedException {
    while (hear()) {
      // Until nothing more has come.
    }
    tell(tail::rest, lines);
    if (asides != null) {
      tell(scratch.complained()::rest, asides);
    }
  }

  /// Says whether something has come.
  private boolean hear() throws InterruptedException {
    boolean aside = asides != null && hearAside(asides);
    var piece = read(tail);
    if (piece.length == 0) {
      return aside;
    }
    watch.heard();
    work.print(piece);
    tell(each -> tail.split(piece, each), lines);
    return true;
  }

  private boolean hearAside(Lines how) throws InterruptedException {
    var from = scratch.complained();
    var piece = read(from);
    if (piece.length == 0) {
      return false;
    }
    watch.heard();
    tell(each -> from.split(piece, each), how);
    return true;
  }

  private static byte[] read(Tail from) {
    try {
      return from.read();
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR, "What the program writes cannot be read: " + e.getMessage(), e);
    }
  }

  /// @param said hands on each line of it
  /// @param how they are read
  private void tell(Consumer<Consumer<String>> said, Lines how) throws InterruptedException {
    var heard = new ArrayList<Seen>();
    var before = meter.reported();
    var events = new ArrayList<RunEvent>();
    var seenAll = new ArrayList<Seen>();
    said.accept(line -> seenAll.addAll(how.read(line)));
    for (var seen : LastText.joined(seenAll)) {
      if (!tale.knows(seen)) {
        tale = tale.with(seen);
        meter = meter.with(seen);
        events.addAll(Tale.events(seen, now()));
        heard.add(seen);
      }
    }
    var pause = record(events, before);
    // After it is told what was seen: the answer may come at once. Who has ended hears none.
    if (child.isAlive()) {
      heard.forEach(conversation::hear);
    }
    pause.await();
  }

  /// What was seen and what it cost, both or neither: whoever goes on after we were killed knows of
  /// the one as of the other. It says what its whole session has used, and only what is new is
  /// charged.
  private Work.Pause record(List<RunEvent> events, Usage before) {
    var facts = SessionTotal.facts(meter.counted());
    var due = meter.due();
    meter = meter.charged();
    if (!due.isNone()) {
      return work.charge(due, facts, events);
    }
    if (!meter.reported().equals(before)) {
      events.add(new RunEvent.Learned(now(), facts));
    }
    if (!events.isEmpty()) {
      work.tell(events);
    }
    return () -> {};
  }

  /// What is left to be done once it is gone.
  private Parting conclude() throws InterruptedException {
    if (work.ended()) {
      return new Parting.Over();
    }
    int exitCode = child.awaitExit(GRACE).orElse(-1);
    return switch (Outcome.of(profile, exitCode, tale, scratch.lastErrors())) {
      case Outcome.Done(var summary) -> finish(summary);
      case Outcome.Failed _ when watch.broke() ->
          new Parting.Stalled(watch.proof(), watch.resumes());
      case Outcome.Failed(var trouble) -> new Parting.Troubled(trouble);
    };
  }

  private Parting finish(String summary) throws InterruptedException {
    var payload = Answer.payload(work, tale, summary);
    var repair = new Mending(profile, work).attempt(payload, now());
    if (repair.isPresent()) {
      return new Parting.Unfit(repair.get());
    }
    work.deliver(payload);
    work.complete(summary, State.Evidence.CLAIMED);
    return new Parting.Over();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
