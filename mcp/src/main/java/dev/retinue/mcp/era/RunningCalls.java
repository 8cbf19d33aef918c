package dev.retinue.mcp.era;

import dev.retinue.mcp.Departure;
import dev.retinue.mcp.rpc.RequestId;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The requests at work on one connection, so that one can be cancelled by its id. Nothing keeps a
/// client from giving an id to two of them at once: then it cancels both.
public final class RunningCalls {
  /// Each is one of its own. (No record: the JVM makes what compares records when it is first run,
  /// which would be before the first answer.)
  private static final class Kept {
    private final RequestId id;
    private final Consumer<Departure> end;

    private Kept(RequestId id, Consumer<Departure> end) {
      this.id = id;
      this.end = end;
    }
  }

  private final Set<Kept> calls = ConcurrentHashMap.newKeySet();
  private final Set<Expected> expected = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  /// Makes a request known that has no thread yet, so that it can be cancelled from here on.
  public Expected expect(RequestId id) {
    var request = new Expected(this, id);
    expected.add(request);
    return request;
  }

  /// Takes the current thread for a call until it is closed. The action silences the call: it must
  /// not wait.
  Cancellation begin(RequestId id, Runnable silence) {
    var cancellation = new Cancellation(Thread.currentThread(), silence);
    cancellation.forget = keep(id, cancellation::cancel);
    expected.stream()
        .filter(request -> request.id.equals(id))
        .filter(request -> request.begun.compareAndSet(false, true))
        .findFirst()
        .map(request -> request.cancelled)
        .ifPresent(cancellation::cancel);
    return cancellation;
  }

  /// Keeps a request until what is returned is run; the action ends it if it is cancelled before.
  Runnable keep(RequestId id, Consumer<Departure> end) {
    var call = new Kept(id, end);
    calls.add(call);
    if (over) {
      cancel(id, Departure.GONE);
    }
    return () -> calls.remove(call);
  }

  void cancel(RequestId id, Departure why) {
    // First those that have yet to begin: one that begins meanwhile is among the others then.
    expected.stream()
        .filter(request -> request.id.equals(id))
        .forEach(request -> request.cancelled = why);
    calls.stream().filter(call -> call.id.equals(id)).forEach(call -> cancel(call, why));
  }

  private void cancel(Kept call, Departure why) {
    calls.remove(call);
    call.end.accept(why);
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /// Cancels everything, also what has yet to begin: the connection is gone.
  public void cancelAll() {
    over = true;
    calls.forEach(call -> cancel(call, Departure.GONE));
  }

  /// A request whose thread is about to begin.
  public static final class Expected implements AutoCloseable {
    private final RunningCalls all;
    private final RequestId id;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile @Nullable Departure cancelled;

    private Expected(RunningCalls all, RequestId id) {
      this.all = all;
      this.id = id;
    }

    @Override
    public void close() {
      all.expected.remove(this);
    }
  }

  /// A call that may be cancelled: its thread is interrupted, and its answer is not sent.
  static final class Cancellation implements AutoCloseable {
    private final Thread thread;
    private final Runnable silence;
    private Runnable forget = () -> {};
    private @Nullable Departure departure;
    private boolean ended;

    private Cancellation(Thread thread, Runnable silence) {
      this.thread = thread;
      this.silence = silence;
    }

    void cancel(Departure why) {
      silence.run();
      synchronized (this) {
        if (!ended && departure == null) {
          departure = why;
          thread.interrupt();
        }
      }
    }

    synchronized boolean isCancelled() {
      return departure != null;
    }

    /// Why it was cancelled, if it was.
    synchronized Optional<Departure> departure() {
      return Optional.ofNullable(departure);
    }

    /// From here on nobody interrupts the thread any more.
    @Override
    public synchronized void close() {
      ended = true;
      forget.run();
      if (departure != null) {
        Thread.interrupted();
      }
    }
  }
}
