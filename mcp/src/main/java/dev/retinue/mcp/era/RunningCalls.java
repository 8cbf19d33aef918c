package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.RequestId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The requests at work on one connection, so that one can be cancelled by its id.
public final class RunningCalls {
  private final Map<RequestId, Runnable> calls = new ConcurrentHashMap<>();

  /// Makes a request known that has no thread yet, so that it can be cancelled from here on.
  public Expected expect(RequestId id) {
    var expected = new Expected(this, id);
    calls.put(id, expected);
    return expected;
  }

  /// Takes the current thread for a call until it is closed.
  synchronized Cancellation begin(RequestId id) {
    var cancellation = new Cancellation(this, id, Thread.currentThread());
    if (calls.put(id, cancellation) instanceof Expected expected && expected.cancelled) {
      cancellation.run();
    }
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

  /// A request whose thread is about to begin.
  public static final class Expected implements Runnable, AutoCloseable {
    private final RunningCalls all;
    private final RequestId id;
    private boolean cancelled;

    private Expected(RunningCalls all, RequestId id) {
      this.all = all;
      this.id = id;
    }

    /// Cancels the request, or the call that it has become meanwhile.
    @Override
    public void run() {
      Runnable now;
      synchronized (all) {
        cancelled = true;
        now = all.calls.get(id);
      }
      if (now != null && now != this) {
        now.run();
      }
    }

    @Override
    public void close() {
      all.calls.remove(id, this);
    }
  }

  /// A call that may be cancelled: its thread is interrupted, and its answer is not sent.
  static final class Cancellation implements Runnable, AutoCloseable {
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

    @Override
    public synchronized void run() {
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
      // What the call has left under its id, such as a subscription, stays there.
      all.calls.remove(id, this);
      if (cancelled) {
        Thread.interrupted();
      }
    }
  }
}
