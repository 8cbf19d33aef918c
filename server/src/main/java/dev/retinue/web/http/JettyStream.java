package dev.retinue.web.http;

import dev.retinue.mcp.transport.Http;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// A body written piece by piece, without a thread of its own: what the client has not taken yet
/// waits here, up to a bound. A client that is slower than that loses its stream, nothing else.
public final class JettyStream implements Http.Stream, Callback {
  private static final int MOST_WAITING = 8 * 1024 * 1024;

  private final Response response;
  private final Callback callback;
  private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
  private final List<Runnable> onClose = new ArrayList<>();
  private int bytesWaiting;
  private boolean writing;
  private boolean closing;
  private boolean closed;
  private boolean finished;

  public JettyStream(Response response, Callback callback) {
    this.response = response;
    this.callback = callback;
  }

  @Override
  public void write(byte[] piece) {
    synchronized (this) {
      if (closing || closed) {
        return;
      }
      waiting.add(ByteBuffer.wrap(piece));
      bytesWaiting += piece.length;
      if (bytesWaiting <= MOST_WAITING) {
        if (writing) {
          return;
        }
        writing = true;
      } else {
        closed = true;
      }
    }
    if (isClosed()) {
      finish(new IllegalStateException("The client does not take what it is sent"));
    } else {
      writeNext();
    }
  }

  /// Waits until the client has taken all but so many bytes of what it was sent. Says false if it
  /// is gone, or has not done so in time.
  public synchronized boolean awaitRoom(int mostWaiting, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!closed && bytesWaiting > mostWaiting) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return !closed;
  }

  /// Ends the stream at once, whatever is still to be sent.
  public void abort(String why) {
    finish(new IllegalStateException(why));
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closing || closed) {
        return;
      }
      closing = true;
      if (writing) {
        return;
      }
      writing = true;
    }
    writeNext();
  }

  private void writeNext() {
    ByteBuffer next;
    boolean last;
    synchronized (this) {
      next = takeAll();
      last = next == null;
      if (last && !closing) {
        writing = false;
        return;
      }
    }
    if (last) {
      response.write(
          true, BufferUtil.EMPTY_BUFFER, Callback.from(() -> finish(null), this::finish));
    } else {
      response.write(false, next, this);
    }
  }

  /// As one piece: each that is written at once calls for the next from inside, and a thousand
  /// small ones would not fit on the stack.
  private @Nullable ByteBuffer takeAll() {
    if (waiting.size() <= 1) {
      var next = waiting.poll();
      bytesWaiting = 0;
      notifyAll();
      return next;
    }
    var all = ByteBuffer.allocate(bytesWaiting);
    waiting.forEach(all::put);
    waiting.clear();
    bytesWaiting = 0;
    notifyAll();
    return all.flip();
  }

  @Override
  public void succeeded() {
    writeNext();
  }

  @Override
  public void failed(Throwable failure) {
    finish(failure);
  }

  private void finish(@Nullable Throwable failure) {
    List<Runnable> actions;
    synchronized (this) {
      if (finished) {
        return;
      }
      finished = true;
      closed = true;
      closing = true;
      waiting.clear();
      notifyAll();
      actions = List.copyOf(onClose);
      onClose.clear();
    }
    if (failure == null) {
      callback.succeeded();
    } else {
      callback.failed(failure);
    }
    actions.forEach(Runnable::run);
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void onClose(Runnable action) {
    synchronized (this) {
      if (!closed) {
        onClose.add(action);
        return;
      }
    }
    action.run();
  }
}
