package dev.retinue.toolset.waiting;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Manners;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Written;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Departure;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Waits for runs within the patience of a call, and tells on the way how far they are. A run never
/// belongs to a connection: the time may be over, the client may be gone, and it goes on.
public final class Attending {
  /// The label of a run that belongs to a call until that is answered: the id of the call.
  public static final String CALL = "call";

  private static final Duration BETWEEN_WORDS = Duration.ofSeconds(2);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);

  private final Staff staff;
  private final Manners manners;

  public Attending(Staff staff, Manners manners) {
    this.staff = staff;
    this.manners = manners;
  }

  /// How long this call may wait.
  ///
  /// @param seconds as its caller wants it; null to leave it to us
  public Duration patience(Call call, @Nullable Integer seconds) {
    return manners.patience(call.clientName(), seconds);
  }

  /// Waits for the end of a run that this call has begun, or until it wants something that this
  /// client cannot be asked for. A call that is called off stops it; of one whose client goes away
  /// it is left alone.
  public Run own(Call call, Caller caller, RunId id, Duration patience)
      throws InterruptedException {
    try {
      var run = await(call, caller, id, patience);
      if (!run.ended() && call.departure().isPresent()) {
        part(call, caller, id);
      }
      return run;
    } catch (InterruptedException e) {
      part(call, caller, id);
      throw e;
    }
  }

  /// The same for a task, which may take as long as it likes. The run is named by the task before
  /// anybody waits for it, so that a restart goes on with it.
  public Run inTask(Call call, Caller caller, Supplier<Run> begin) throws InterruptedException {
    var begun = new AtomicBoolean();
    var id =
        RunId.of(
            call.remember(
                "run",
                () -> {
                  begun.set(true);
                  return begin.get().id().text();
                }));
    try {
      return new Relays(staff, call, caller, id).awaitEnd(!begun.get());
    } finally {
      if (call.cancelled() && owns(call, caller, id)) {
        // Who called it off interrupted this thread, and what it does last must not be.
        Thread.interrupted();
        staff.stop(caller, id, "its task was cancelled");
      }
    }
  }

  /// Waits for runs that were begun by others: whatever becomes of this call, they go on.
  public Map<RunId, Run> await(
      Call call,
      Caller caller,
      Set<RunId> ids,
      Predicate<Collection<Run>> wished,
      Duration patience)
      throws InterruptedException {
    var clock = new Clock(patience);
    while (true) {
      var runs =
          insist(clock, () -> staff.vigil().await(caller, ids, wished, clock.next(BETWEEN_WORDS)));
      if (wished.test(runs.values()) || clock.isOver()) {
        return runs;
      }
      tell(call, clock, Progress.of(runs.values()));
    }
  }

  /// Those among these, and among what they have others do, that want something of somebody.
  public List<Run> inNeed(Caller caller, Collection<Run> runs) {
    return runs.stream().flatMap(run -> Relays.inNeed(staff, caller, run)).toList();
  }

  private Run await(Call call, Caller caller, RunId id, Duration patience)
      throws InterruptedException {
    var clock = new Clock(patience);
    var relays = new Relays(staff, call, caller, id);
    while (true) {
      var run =
          insist(
              clock,
              () ->
                  staff.await(
                      caller,
                      id,
                      now -> now.ended() || Relays.wantsSomebody(now),
                      clock.next(BETWEEN_WORDS)));
      if (run.ended() || clock.isOver()) {
        return run;
      }
      if (inNeed(caller, List.of(run)).isEmpty()) {
        tell(call, clock, progress(run));
        continue;
      }
      var asking = relays.next(run);
      if (asking.isEmpty()) {
        return run;
      }
      ask(asking.get(), id, clock);
      tell(call, clock, progress(run));
    }
  }

  /// The store may be in trouble for a while. The run goes on meanwhile, and so does the wait for
  /// it.
  private static <T> T insist(Clock clock, Callable<T> look) throws InterruptedException {
    while (true) {
      try {
        return look.call();
      } catch (RetinueException e) {
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE || clock.isOver()) {
          throw e;
        }
        Thread.sleep(clock.next(BETWEEN_ATTEMPTS));
      } catch (InterruptedException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// Somebody may think about an answer for longer than this call may take: so it is asked beside.
  private static void ask(Runnable question, RunId id, Clock clock) throws InterruptedException {
    var asking = new FutureTask<Void>(question, null);
    var thread = Thread.ofVirtual().name("ask-" + id).start(asking);
    try {
      asking.get(clock.left().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      thread.interrupt();
    } catch (InterruptedException e) {
      thread.interrupt();
      throw e;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /// Nobody waits any more for what this call began.
  private void part(Call call, Caller caller, RunId id) {
    if (!owns(call, caller, id)) {
      return;
    }
    // An end of this process says nothing: the next one goes on.
    switch (call.departure().orElse(Departure.TIMED_OUT)) {
      case CANCELLED -> {
        if (manners.stopOnCancel()) {
          staff.stop(caller, id, "the call that waited for it was cancelled");
        }
      }
      case GONE -> staff.leave(id, manners.grace());
      case TIMED_OUT -> {}
    }
  }

  /// A call may have found what another one began, whose handle somebody has.
  private boolean owns(Call call, Caller caller, RunId id) {
    return staff
        .find(caller, id)
        .map(run -> run.commission().labels().get(CALL))
        .filter(call.id()::equals)
        .isPresent();
  }

  /// With what it writes at this moment, or what it said last.
  private String progress(Run run) {
    return Progress.of(run, staff.feed().written(run).map(Written::text).orElse(""));
  }

  private static void tell(Call call, Clock clock, String message) {
    call.progress(clock.seconds(), null, message);
  }

  /// How much of the patience is left.
  private static final class Clock {
    private final long begun = System.nanoTime();
    private final Duration patience;

    private Clock(Duration patience) {
      this.patience = patience;
    }

    Duration left() {
      var left = patience.minusNanos(System.nanoTime() - begun);
      return left.isNegative() ? Duration.ZERO : left;
    }

    Duration next(Duration most) {
      var left = left();
      return left.compareTo(most) < 0 ? left : most;
    }

    boolean isOver() {
      return left().isZero();
    }

    double seconds() {
      return (System.nanoTime() - begun) / 1e9;
    }
  }
}
