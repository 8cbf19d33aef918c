package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.RequestId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The requests at work on one connection, so that one can be cancelled by its id.
public final class RunningCalls {
  private final Map<RequestId, Runnable> calls = new ConcurrentHashMap<>();

  /// Takes the current thread for a call until it is closed.
  Cancellation begin(RequestId id) {
    var cancellation = new Cancellation(this, id, Thread.currentThread());
    calls.put(id, cancellation::cancel);
    return cancellation;
  }

  /// Keeps a request that needs no thread; the action ends it.
  void keep(RequestId id, Runnable end) {
    calls.put(id, end);
  }

  void forget(RequestId id) {
    calls.remove(id);
  }

  void cancel(RequestId id) {
    var end = calls.get(id);
    if (end != null) {
      end.run();
    }
  }

  /// Cancels everything: the connection is gone.
  public void cancelAll() {
    calls.values().forEach(Runnable::run);
  }

  /// A call that may be cancelled: its thread is interrupted, and its answer is not sent.
  static final class Cancellation implements AutoCloseable {
    private final RunningCalls all;
    private final RequestId id;
    private final Thread thread;
    private boolean cancelled;
    private boolean ended;

    private Cancellation(RunningCalls all, RequestId id, Thread thread) {
      this.all = all;
      this.id = id;
      this.thread = thread;
    }

    synchronized void cancel() {
      if (!ended && !cancelled) {
        cancelled = true;
        thread.interrupt();
      }
    }

    synchronized boolean isCancelled() {
      return cancelled;
    }

    /// From here on nobody interrupts the thread any more.
    @Override
    public synchronized void close() {
      ended = true;
      all.forget(id);
      if (cancelled) {
        Thread.interrupted();
      }
    }
  }
}
