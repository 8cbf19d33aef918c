package dev.retinue.llm.wire;

import dev.retinue.llm.Prompt;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// A stream that is closed when its time is over, or when nothing came for too long. A read that
/// waits then fails.
final class Watch extends FilterInputStream {
  private final long deadline;
  private final long silence;
  private final Thread guard;
  private volatile long lastHeard = System.nanoTime();
  private volatile boolean expired;

  Watch(InputStream in, Prompt.Settings settings, long begun) {
    super(in);
    this.deadline = begun + settings.deadline().toNanos();
    this.silence = settings.silence().toNanos();
    this.guard = Thread.ofVirtual().name("answer-watch").start(this::guard);
  }

  private void guard() {
    try {
      for (long left = left(); left > 0; left = left()) {
        Thread.sleep(Duration.ofNanos(left));
      }
      expired = true;
      in.close();
    } catch (InterruptedException | IOException e) {
      // It has come to its end.
    }
  }

  private long left() {
    long now = System.nanoTime();
    return Math.min(deadline - now, lastHeard + silence - now);
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
    guard.interrupt();
    super.close();
  }
}
