package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Pulse;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.group.Errand;
import dev.retinue.core.line.AtWork;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Company;
import dev.retinue.core.port.Conversation;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A run at work in this process, as its runtime sees it.
final class LiveWork implements Work {
  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;
  private final Run run;
  private final Job job;
  private final Stopwatch watch;
  private final Answers answers;
  private final Hold hold;
  private final Spending spending;
  private final Ending ending = new Ending();
  private final CountDownLatch returned = new CountDownLatch(1);
  private final Delegation delegation;
  private final Colleagues colleagues;
  private final Deadline deadline;
  private volatile @Nullable Thread thread;
  private volatile @Nullable Pulse pulse;
  private volatile boolean waiting;
  private long noted;

  LiveWork(Staff staff, RunStore store, Surroundings surroundings, Job job) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
    this.run = job.run();
    this.job = job;
    this.watch = new Stopwatch(surroundings.nanoTime(), run.tenure().active());
    this.answers = new Answers(staff, store, run.id());
    this.hold = new Hold(run);
    this.spending = new Spending(staff, hold, answers);
    this.colleagues = new Colleagues(staff, store, hold, job.agent());
    this.delegation = new Delegation(staff, store, run, this::ended);
    this.deadline = new Deadline(staff, store, run.id(), this::active, ending.latch());
  }

  // For the crew.

  /// Where it is among those at work.
  AtWork.Place place() {
    return job.place();
  }

  /// How it was when its runtime last looked.
  @Nullable Pulse pulse() {
    return pulse;
  }

  /// What ends it when its time is over.
  Deadline deadline() {
    return deadline;
  }

  /// How long it has been at work, in this process and before.
  Duration active() {
    return watch.elapsed();
  }

  /// Whoever waits for somebody is not at work. Two who changed the run may tell it in the wrong
  /// order; the later state holds.
  synchronized void note(Run now) {
    if (now.sequence() < noted) {
      return;
    }
    noted = now.sequence();
    waiting = now.state() instanceof State.Waiting;
    if (waiting) {
      watch.pause();
    } else {
      watch.go();
    }
  }

  /// Does all of it, and frees the slot when nothing is left.
  void carryOut(AgentRuntime runtime, BooleanSupplier closing) {
    thread = Thread.currentThread();
    if (closing.getAsBoolean()) {
      returned.countDown();
      return; // Perhaps too early to be interrupted.
    }
    try {
      noticeEarlyEnd();
      try (var _ = deadline.watch()) {
        spending.requireFunds();
        runtime.carryOut(this);
        failUnless(closing, "the runtime returned without an ending");
      }
    } catch (RunEndedException e) {
      // The runtime was told that the run has ended, and left.
      failUnless(closing, "the runtime left before the end");
    } catch (InterruptedException e) {
      failUnless(closing, "the runtime was interrupted");
    } catch (Exception | Error e) {
      // Whatever it is, checked ones too, which a store may throw undeclared.
      failUnless(closing, Trouble.sentence(e));
    } finally {
      try {
        release(closing);
      } finally {
        returned.countDown();
      }
    }
  }

  /// Who is interrupted because everything closes may leave in any way: the recovery that follows
  /// knows what to make of the run.
  private void failUnless(BooleanSupplier closing, String message) {
    if (!closing.getAsBoolean()) {
      fail(FailureReason.ERROR, message);
    }
  }

  /// It may have been ended between the moment it was taken and the moment it was known here.
  private void noticeEarlyEnd() {
    if (Patience.insist(() -> store.recorded(run.id())).map(Run::ended).orElse(true)) {
      noteEnd();
    }
  }

  /// When everything closes, what was not ended is left to the recovery that follows.
  private void release(BooleanSupplier closing) {
    if (!closing.getAsBoolean() || ended()) {
      change(now -> now.release(surroundings.now()));
    }
  }

  void noteEnd() {
    ending.come();
  }

  void interrupt() {
    var running = thread;
    if (running != null) {
      running.interrupt();
    }
    deadline.close();
  }

  void awaitReturn(Duration patience) {
    try {
      returned.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // For the runtime.

  @Override
  public Run run() {
    return run;
  }

  @Override
  public Run now() {
    return Patience.insist(() -> store.recorded(run.id())).orElse(run);
  }

  @Override
  public Agent agent() {
    return colleagues.speaker();
  }

  @Override
  public String prompt() {
    return job.prompt();
  }

  @Override
  public boolean resumed() {
    return run.tenure().epoch() > 1;
  }

  @Override
  public List<Recorded> history(long after, int most) {
    return store.events(run.id(), after, most);
  }

  @Override
  public Optional<Duration> toolTime() {
    return staff.sessions().toolTime(run);
  }

  @Override
  public Conversation conversation() {
    return SpokenTurns.before(store, run);
  }

  @Override
  public void tell(List<RunEvent> seen) {
    change(now -> seen.stream().flatMap(event -> now.observe(event).stream()).toList());
  }

  @Override
  public boolean ended() {
    return ending.hasCome();
  }

  @Override
  public void whenEnded(Runnable wake) {
    ending.then(wake);
  }

  @Override
  public void beforeEnd(Runnable last) {
    ending.before(last);
  }

  @Override
  public void reserve(Usage estimate, List<RunEvent> seen) throws InterruptedException {
    requireOpen();
    spending.reserve(estimate, seen);
  }

  @Override
  public void settle(Usage estimate, Usage used, List<RunEvent> seen) {
    spending.settle(estimate, used, seen);
  }

  @Override
  public Pause charge(Usage used, Map<String, String> facts, List<RunEvent> seen) {
    return spending.charge(used, facts, seen);
  }

  @Override
  public Optional<Money> funds() {
    return spending.left();
  }

  @Override
  public String ask(Need need) throws InterruptedException {
    var given = answers.given(need.id());
    if (given != null) {
      return given;
    }
    requireOpen();
    change(now -> now.ask(need, surroundings.now()));
    return answers.await(need.id());
  }

  @Override
  public void withdraw(String need, String answer) {
    change(now -> now.answer(need, answer, surroundings.now()));
  }

  @Override
  public Map<String, String> keys() {
    return staff.lent().of(run.id());
  }

  @Override
  public void awaitKeys() throws InterruptedException {
    var lent = staff.lent();
    while (!lent.missing(run).isEmpty()) {
      requireOpen();
      change(now -> lent.asking(now, surroundings.now()));
      if (!lent.missing(run).isEmpty()) {
        answers.await(Lent.need(run).id());
      }
    }
  }

  @Override
  public void print(byte[] more) {
    Patience.insist(() -> staff.payloads().print(run.id(), hold::occupied, more));
  }

  @Override
  public void deliver(byte[] more) {
    Patience.insist(() -> staff.payloads().deliver(run.id(), hold::active, more));
  }

  @Override
  public Optional<String> misfit(byte[] more) throws InterruptedException {
    return staff.acceptance().misfit(now(), more);
  }

  @Override
  public Run delegate(String key, Errand errand) {
    requireOpen();
    return delegation.start(key, errand);
  }

  @Override
  public Run await(RunId below) throws InterruptedException {
    return delegation.await(below);
  }

  @Override
  public List<Run> awaitAny(Collection<RunId> below) throws InterruptedException {
    return delegation.awaitAny(below);
  }

  @Override
  public Company company() {
    return colleagues;
  }

  @Override
  public void adopt(Run below) {
    delegation.adopt(below, this::deliver);
  }

  @Override
  public void tell(Pulse seen) {
    pulse = surroundings.seen(pulse, seen);
    job.place().holds(seen.resident());
  }

  @Override
  public Writing pen() {
    return job.writing();
  }

  @Override
  public boolean waits() {
    return waiting || job.place().isAside();
  }

  @Override
  public void park(Need need, Instant until) {
    change(now -> now.park(need, Parked.facts(until), surroundings.now()));
  }

  @Override
  public void giveBack(String why) {
    change(now -> now.requeue(surroundings.now(), why));
  }

  @Override
  public void complete(String summary, State.Evidence evidence) {
    ending.comeNear(hold.mayEnd(now()));
    staff.acceptance().complete(run.id(), hold::mayEnd, Texts.beginning(summary), evidence);
  }

  @Override
  public void complete(String summary, byte[] payload) {
    var kept = Texts.beginning(summary);
    ending.comeNear(true);
    Patience.insist(() -> staff.payloads().complete(Crew.callerOf(run), run.id(), kept, payload));
  }

  @Override
  public void fail(FailureReason reason, String message) {
    var kept = Texts.beginning(message);
    ending.comeNear(true);
    change(now -> now.fail(reason, kept, surroundings.now()));
  }

  private void requireOpen() {
    if (ended()) {
      throw new RunEndedException(run.id());
    }
  }

  private void change(Function<Run, List<RunEvent>> decide) {
    Patience.insist(
        () ->
            staff.change(
                change -> {
                  var now = change.require(run.id());
                  return hold.occupied(now) ? change.record(now, decide.apply(now)) : now;
                }));
  }
}
