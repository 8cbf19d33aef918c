package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Digest;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Need;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A run at work in this process, as its runtime sees it.
final class LiveWork implements Work {
  private static final int PAGE = 500;

  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;
  private final Run run;
  private final Agent agent;
  private final String prompt;
  private final Stopwatch watch;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch returned = new CountDownLatch(1);
  private final List<Runnable> wakes = new ArrayList<>();
  private volatile @Nullable Thread thread;

  LiveWork(
      Staff staff, RunStore store, Surroundings surroundings, Run run, Agent agent, String prompt) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
    this.run = run;
    this.agent = agent;
    this.prompt = prompt;
    this.watch = new Stopwatch(surroundings.nanoTime(), run.tenure().active());
  }

  // For the crew.

  boolean isRoot() {
    return run.commission().lineage().depth() == 0;
  }

  /// How long it has been at work, in this process and before.
  Duration active() {
    return watch.elapsed();
  }

  /// Whoever waits for somebody is not at work.
  void note(State state) {
    if (state instanceof State.Waiting) {
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
    noticeEarlyEnd();
    try {
      var deadline = new Deadline(staff, store, run.id(), this::active, ended).watch();
      try {
        runtime.carryOut(this);
        fail(FailureReason.ERROR, "the runtime returned without an ending");
      } finally {
        deadline.interrupt();
      }
    } catch (RunEndedException e) {
      // The runtime was told that the run has ended, and left.
    } catch (InterruptedException e) {
      if (!closing.getAsBoolean()) {
        fail(FailureReason.ERROR, "the runtime was interrupted");
      }
    } catch (RuntimeException | Error e) {
      fail(FailureReason.ERROR, sentence(e));
    } finally {
      release(closing);
      returned.countDown();
    }
  }

  /// It may have been ended between the moment it was taken and the moment it was known here.
  private void noticeEarlyEnd() {
    if (Patience.insist(() -> store.find(run.id())).map(Run::ended).orElse(true)) {
      noteEnd();
    }
  }

  private static String sentence(Throwable e) {
    var message = e.getMessage();
    return e instanceof RetinueException && message != null
        ? message
        : "the runtime broke down: " + e;
  }

  /// When everything closes, what was not ended is left to the recovery that follows.
  private void release(BooleanSupplier closing) {
    if (!closing.getAsBoolean() || ended()) {
      change(now -> now.release(surroundings.now()));
    }
  }

  void noteEnd() {
    ended.countDown();
    List<Runnable> all;
    synchronized (wakes) {
      all = List.copyOf(wakes);
      wakes.clear();
    }
    all.forEach(Runnable::run);
  }

  void interrupt() {
    var running = thread;
    if (running != null) {
      running.interrupt();
    }
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
  public Agent agent() {
    return agent;
  }

  @Override
  public String prompt() {
    return prompt;
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
  public void tell(List<RunEvent> seen) {
    change(now -> seen.stream().flatMap(event -> now.observe(event).stream()).toList());
  }

  @Override
  public boolean ended() {
    return ended.getCount() == 0;
  }

  @Override
  public void whenEnded(Runnable wake) {
    synchronized (wakes) {
      if (!ended()) {
        wakes.add(wake);
        return;
      }
    }
    wake.run();
  }

  @Override
  public void reserve(Usage estimate) throws InterruptedException {
    while (true) {
      requireOpen();
      var crossed =
          Patience.insist(
              () -> staff.change(change -> Purse.reserve(change, mine(change), estimate)));
      if (crossed == null) {
        return;
      }
      haveNoMoney(crossed);
    }
  }

  @Override
  public void settle(Usage estimate, Usage used) {
    Patience.insist(
        () ->
            staff.change(
                change -> {
                  var now = Purse.giveBack(change, change.require(run.id()), estimate);
                  return change.record(now, now.spend(used, change.now()));
                }));
  }

  @Override
  public void charge(Usage used) throws InterruptedException {
    var crossed =
        Patience.insist(
            () ->
                staff.change(
                    change -> {
                      var now = change.require(run.id());
                      return Purse.crossed(
                          change, change.record(now, now.spend(used, change.now())));
                    }));
    if (crossed != null) {
      requireOpen();
      haveNoMoney(crossed);
    }
  }

  /// The end, or a wait for more, as the caller wished.
  private void haveNoMoney(String crossed) throws InterruptedException {
    if (run.commission().terms().abortOnBudget()) {
      fail(FailureReason.BUDGET, crossed);
      throw new RunEndedException(run.id());
    }
    long asked = store.find(run.id()).map(Run::sequence).orElse(0L);
    ask(new Need("budget-" + asked, Need.Kind.BUDGET, crossed, null));
  }

  @Override
  public String ask(Need need) throws InterruptedException {
    var given = given(need.id());
    if (given != null) {
      return given;
    }
    requireOpen();
    change(now -> now.ask(need, surroundings.now()));
    staff.await(
        run.id(),
        now -> now.ended() || now.needs().stream().noneMatch(it -> it.id().equals(need.id())),
        Duration.ofDays(365));
    var answer = given(need.id());
    if (answer == null) {
      throw new RunEndedException(run.id());
    }
    return answer;
  }

  private @Nullable String given(String need) {
    long after = 0;
    while (true) {
      var page = store.events(run.id(), after, PAGE);
      for (var recorded : page) {
        if (recorded.event() instanceof RunEvent.Answered(var _, var id, var answer)
            && id.equals(need)) {
          return answer;
        }
      }
      if (page.size() < PAGE) {
        return null;
      }
      after = page.getLast().sequence();
    }
  }

  @Override
  public void print(byte[] more) {
    Patience.insist(() -> staff.payloads().print(run.id(), this::isMineToo, more));
  }

  @Override
  public void deliver(byte[] more) {
    Patience.insist(() -> staff.payloads().deliver(run.id(), this::isMine, more));
  }

  @Override
  public Run delegate(String key, String other, String task) {
    requireOpen();
    var once =
        new StartKey(
            run.commission().caller(), "delegate", run.id() + "/" + key, Digest.of(other, task));
    return staff.start(Crew.callerOf(run), StartRequest.of(other, task).once(once));
  }

  @Override
  public Run await(RunId below) throws InterruptedException {
    var me = Crew.callerOf(run);
    var rung = new Semaphore(0);
    // Its own end too: it may be completed by its owner, while those below go on.
    whenEnded(rung::release);
    try (var _ = staff.bells().listen(below, rung::release)) {
      while (true) {
        var now = staff.require(me, below);
        if (now.ended() || ended()) {
          return now;
        }
        rung.acquire();
        rung.drainPermits();
      }
    }
  }

  @Override
  public void complete(String summary, State.Evidence evidence) {
    change(now -> now.complete(summary, null, evidence, surroundings.now()));
  }

  @Override
  public void fail(FailureReason reason, String message) {
    change(now -> now.fail(reason, message, surroundings.now()));
  }

  private void requireOpen() {
    if (ended()) {
      throw new RunEndedException(run.id());
    }
  }

  /// The run as it is now, unless another has taken it up since.
  private Run mine(Change change) {
    var now = change.require(run.id());
    if (!isMine(now)) {
      throw new RunEndedException(run.id());
    }
    return now;
  }

  private boolean isMine(Run now) {
    return now.tenure().epoch() == run.tenure().epoch() && now.state().active();
  }

  private boolean isMineToo(Run now) {
    return now.tenure().epoch() == run.tenure().epoch() && now.tenure().occupied();
  }

  private void change(Function<Run, List<RunEvent>> decide) {
    Patience.insist(
        () ->
            staff.change(
                change -> {
                  var now = change.require(run.id());
                  return isMineToo(now) ? change.record(now, decide.apply(now)) : now;
                }));
  }
}
