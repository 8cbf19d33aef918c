package dev.retinue.llm.wire;

import dev.retinue.llm.Prompt;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A stream that is closed when its time is over, or when nothing came for too long. A read that
/// waits then fails.
final class Watch extends FilterInputStream {
  /// For how long one waits for the end of a connection once all has been said.
  private static final Duration FOR_THE_END = Duration.ofSeconds(3);

  private final long deadline;
  private final Thread guard;
  private volatile long silence;
  private volatile long lastHeard = System.nanoTime();
  private volatile boolean expired;
  private volatile boolean closed;

  Watch(InputStream in, Prompt.Settings settings, long begun) {
    super(in);
    this.deadline = begun + settings.deadline().toNanos();
    this.silence = settings.silence().toNanos();
    this.guard = Thread.ofVirtual().name("answer-watch").unstarted(this::guard);
    guard.start();
  }

  private void guard() {
    for (long left = left(); left > 0 && !closed; left = left()) {
      LockSupport.parkNanos(left);
    }
    if (closed) {
      return;
    }
    expired = true;
    try {
      in.close();
    } catch (IOException e) {
      // It has come to its end in another way.
    }
  }

  private long left() {
    long now = System.nanoTime();
    return Math.min(deadline - now, lastHeard + silence - now);
  }

  /// All has been said: only the end is still to come, and nobody waits long for it.
  void awaitEnd() {
    if (silence > FOR_THE_END.toNanos()) {
      silence = FOR_THE_END.toNanos();
      LockSupport.unpark(guard);
    }
  }

  /// Whether it was this that closed it.
  boolean expired() {
    return expired;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    lastHeard = System.nanoTime();
    return one;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    lastHeard = System.nanoTime();
    return count;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    LockSupport.unpark(guard);
    super.close();
  }
}
