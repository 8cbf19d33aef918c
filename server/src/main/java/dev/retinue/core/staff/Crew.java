package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.ByHeart;
import dev.retinue.core.Caller;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Masked;
import dev.retinue.core.Pulse;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Written;
import dev.retinue.core.line.AtWork;
import dev.retinue.core.line.Line;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Memory;
import dev.retinue.core.port.Reaper;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.trace.Concern;
import dev.retinue.core.trace.TraceContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What carries runs out: takes the next in line when there is a slot, gives it to its runtime, and
/// knows what is at work.
public final class Crew implements AutoCloseable {
  /// How long what is at work may take to let go when everything ends.
  public static final Duration GRACE = Duration.ofSeconds(5);

  private static final Duration SOON = Duration.ofMillis(500);

  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;
  private final Rights rights;
  private final Kinship kinship;
  private final Map<RunId, LiveWork> live = new ConcurrentHashMap<>();
  private final AtWork atWork = new AtWork();
  private final Line line = new Line();
  private final Parked parked;
  private final Room room;
  private final Semaphore wake = new Semaphore(0);
  private final Bells readers = new Bells();
  private final AtomicLong drafts = new AtomicLong();
  private volatile Map<String, AgentRuntime> runtimes = Map.of();
  private volatile boolean closing;
  private boolean lookSoon;
  private volatile @Nullable Thread dispatcher;

  Crew(Staff staff, RunStore store, Rules rules, Surroundings surroundings) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
    this.rights = new Rights(store);
    this.kinship = new Kinship(staff, store);
    this.parked = new Parked(staff, surroundings);
    this.room = new Room(rules, atWork, this::appetite);
  }

  /// Begins to work where nothing was left behind that has to be ended first.
  public Recovery.Report begin(List<AgentRuntime> available) {
    return begin(available, _ -> {}, Memory.UNKNOWN);
  }

  /// Ends what a former process left, leads every run to the truth, and only then begins to work.
  public Recovery.Report begin(List<AgentRuntime> available, Reaper reaper, Memory memory) {
    room.measure(memory);
    runtimes = available.stream().collect(Collectors.toMap(AgentRuntime::name, it -> it));
    var open = store.open();
    reaper.reap(open.stream().filter(run -> run.tenure().occupied()).toList());
    surroundings.observer().found(open);
    staff.openRuns().begin(open);
    staff.lent().begin(open);
    var report = new Recovery(staff, runtimes).of(open);
    open.stream().filter(run -> run.state() instanceof State.Queued).forEach(line::add);
    parked.begin(open);
    dispatcher = Thread.ofVirtual().name("dispatcher").start(this::dispatch);
    wake.release();
    return report;
  }

  // What becomes of changes.

  /// After something was recorded: tells who looks, frees slots, wakes who has to stop.
  void heed(Run run, List<RunEvent> events) {
    surroundings.observer().happened(run, events);
    var work = live.get(run.id());
    if (work != null) {
      work.note(run);
      if (run.ended()) {
        work.noteEnd();
      }
    }
    if (run.ended()) {
      parked.heed(run);
    }
    if (events.stream().anyMatch(Crew::concernsTheLine)) {
      parked.heed(run);
      if (run.state() instanceof State.Queued) {
        line.add(run);
      }
      wake.release();
    }
  }

  private static boolean concernsTheLine(RunEvent event) {
    return event instanceof RunEvent.Queued
        || event instanceof RunEvent.Requeued
        || event instanceof RunEvent.Released;
  }

  /// What a run does not do while it waits for one below it.
  interface Aside extends AutoCloseable {
    @Override
    void close();
  }

  /// Leaves the place of a run to others while it waits, or all could wait for those that have no
  /// place to begin. Its slot stays with its tree.
  Aside stepAside(RunId id) {
    var work = live.get(id);
    if (work == null) {
      return () -> {};
    }
    var place = work.place();
    place.stepAside();
    wake.release();
    return place::stepBack;
  }

  @Nullable Duration activeFor(RunId id) {
    var work = live.get(id);
    return work == null ? null : work.active();
  }

  /// The runtime by this name, if there is one here.
  public Optional<AgentRuntime> runtime(String name) {
    return Optional.ofNullable(runtimes.get(name));
  }

  /// Refuses a model that the runtime of this agent can never ask.
  ///
  /// @param wanted another one than the agent's own
  void requireModel(@Nullable String wanted, Agent agent) {
    var model = wanted == null ? agent.means().model() : wanted;
    if (model != null) {
      runtime(agent.means().runtime()).ifPresent(it -> it.requireModel(model, agent));
    }
  }

  /// How many runs are at work, or will be by themselves when their time comes.
  public int atWork() {
    return live.size() + parked.size();
  }

  /// How much there is to do, and how much of it is being done.
  ///
  /// @param trees how many trees have a slot, of so many slots
  /// @param busy how many runs are at work, of so many that may be
  /// @param waiting how many wait in line
  public record Load(int trees, int slots, int busy, int mostBusy, int waiting) {}

  public Load load() {
    return room.load(line.size());
  }

  /// What is counted of those at work.
  AtWork places() {
    return atWork;
  }

  /// What can be seen of a run now.
  public Glance glance(Run run) {
    if (run.state() instanceof State.Queued) {
      return new Glance(room.reason(run), null, null);
    }
    return run.ended() ? Glance.NOTHING : glance(run.id());
  }

  /// The same for one that does not wait in line, and need not be read for it.
  public Glance glance(RunId id) {
    var work = live.get(id);
    var pulse = work == null ? null : work.pulse();
    if (work == null || pulse == null) {
      return Glance.NOTHING;
    }
    var liveness = work.waits() ? Pulse.Liveness.WAITING : pulse.liveness();
    return new Glance(null, pulse.lastOutputAt(), liveness);
  }

  /// Wakes those who read what runs write.
  Bells readers() {
    return readers;
  }

  /// What a run has written since and not said yet.
  ///
  /// @param last the piece that was read before; null if there was none
  @Nullable Written written(RunId id, @Nullable Written last) {
    var work = live.get(id);
    return work == null || work.ended() ? null : work.pen().since(last);
  }

  private long appetite(String runtime) {
    var known = runtimes.get(runtime);
    return known == null ? 0 : known.appetite();
  }

  // The line.

  private void dispatch() {
    while (!closing) {
      try {
        awaitChange();
        while (!closing && takeNext()) {
          // Until the line or the room is used up.
        }
      } catch (InterruptedException e) {
        return;
      } catch (Exception | Error e) {
        // The store has trouble, and says so to whoever asks it; the line waits for the next try.
        // Whatever it is, without this thread no run would ever begin again.
        Trouble.note("runs wait in line, which is looked at again soon", e);
        lookSoon = true;
      }
    }
  }

  /// Memory comes back without a word, and so does a store.
  private void awaitChange() throws InterruptedException {
    if (!lookSoon) {
      wake.acquire();
    } else {
      wake.tryAcquire(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }
    wake.drainPermits();
    lookSoon = false;
  }

  private boolean takeNext() {
    var choice = room.choose(line);
    lookSoon = choice.lackedMemory();
    if (choice.next().isEmpty()) {
      return false;
    }
    var taken =
        staff.change(
            change -> {
              var runs = new ArrayList<Run>();
              for (var candidate : choice.next()) {
                var run = change.records().recorded(candidate.id()).orElse(null);
                var events = run == null ? List.<RunEvent>of() : run.start(change.now());
                if (run != null && !events.isEmpty()) {
                  runs.add(change.record(run, events));
                }
              }
              return runs;
            });
    choice.next().forEach(line::remove);
    taken.forEach(line::hadTurn);
    taken.forEach(this::carryOutOrRefuse);
    return true;
  }

  /// From here on the run counts as at work, so it must get there, or be told that it cannot.
  private void carryOutOrRefuse(Run run) {
    try {
      carryOut(run);
    } catch (RuntimeException e) {
      Trouble.note("a run could not be begun", e);
      if (!closing) {
        refuse(run, "it could not be begun: " + e.getMessage());
      }
    }
  }

  private void carryOut(Run run) {
    var definition = Patience.insist(() -> store.definition(run.commission().agent().digest()));
    var prompt = Patience.insist(() -> store.prompt(run.id()));
    var runtime = runtimes.get(run.commission().agent().runtime());
    if (definition.isEmpty() || prompt.isEmpty() || runtime == null) {
      var name = run.commission().agent().runtime();
      refuse(
          run,
          runtime == null
              ? "there is no runtime '%s' here".formatted(name)
              : "what it was to do is not recorded");
      return;
    }
    if (closing) {
      return; // The recovery that follows finds it.
    }
    var agent = rights.agentOf(run);
    var known = Patience.insist(() -> kinship.introduce(run, agent, runtime));
    var place =
        atWork.enter(
            run.commission().caller(),
            run.commission().lineage().parent().orElse(null),
            runtime.appetite());
    var secrets = staff.lent().secrets(run.id());
    var writing =
        new Writing(store, surroundings, readers, known, secrets, drafts::incrementAndGet);
    var job = new Job(known, agent, prompt.get(), place, writing);
    var work = new LiveWork(staff, store, surroundings, job);
    live.put(run.id(), work);
    Thread.ofVirtual()
        .name("run-" + run.id())
        .start(
            () -> {
              try {
                inItsPlace(run, secrets, () -> work.carryOut(runtime, () -> closing));
              } finally {
                live.remove(run.id(), work);
                place.close();
                wake.release();
              }
            });
  }

  /// In the trace of the run, in its name, and with its secrets.
  private static void inItsPlace(Run run, @Nullable ByHeart secrets, Runnable work) {
    Concern.during(
        run.commission().caller(),
        run.id().text(),
        () ->
            TraceContext.during(
                TraceContext.of(run),
                () -> {
                  Masked.besides(secrets, work);
                  return run;
                }));
  }

  private void refuse(Run run, String why) {
    Patience.insist(
        () ->
            staff.change(
                change -> {
                  var now = change.require(run.id());
                  var failed =
                      change.record(now, now.fail(FailureReason.REFUSED, why, change.now()));
                  return change.record(failed, failed.release(change.now()));
                }));
  }

  /// Ends everything at work: what can be resumed will be, the rest is truthfully interrupted.
  @Override
  public void close() {
    close(GRACE);
  }

  /// The same in a given time.
  ///
  /// @param grace how long all of it together may take to let go
  public void close(Duration grace) {
    closing = true;
    parked.close();
    staff.unattended().close();
    endDispatcher(grace);
    live.values().forEach(LiveWork::interrupt);
    long deadline = surroundings.nanoTime().getAsLong() + grace.toNanos();
    for (var work : live.values()) {
      // The same time for all of them together.
      long left = deadline - surroundings.nanoTime().getAsLong();
      work.awaitReturn(Duration.ofNanos(Math.max(0, left)));
    }
    new Recovery(staff, runtimes).of(store.open());
  }

  /// What it is about to begin is to be known before everything at work is ended.
  private void endDispatcher(Duration grace) {
    var thread = dispatcher;
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join(grace);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Who the run is when it asks for something itself.
  static Caller callerOf(Run run) {
    return new Caller(run.commission().caller(), run.id().text(), Caller.Scope.RUN, run.id());
  }
}
