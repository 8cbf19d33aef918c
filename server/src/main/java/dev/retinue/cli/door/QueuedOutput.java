package dev.retinue.cli.door;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// An output that is written by a thread of its own. Calls are cancelled by an interrupt, and an
/// interrupt in the middle of writing would close the channel for all of them. Who does not take
/// what it is sent loses the connection, nothing else.
final class QueuedOutput extends OutputStream {
  private static final int MOST_WAITING = 80 * 1024 * 1024;

  private final SocketChannel channel;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long bytesWaiting;
  private boolean writing;
  private boolean closed;

  QueuedOutput(SocketChannel channel) {
    this.channel = channel;
    Thread.ofVirtual().name("front-output").start(this::writeAll);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      if (closed) {
        throw new IOException("the front is gone");
      }
      waiting.add(Arrays.copyOfRange(bytes, offset, offset + length));
      bytesWaiting += length;
      if (bytesWaiting > MOST_WAITING) {
        end();
        throw new IOException("the front does not take what it is sent");
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void writeAll() {
    try {
      while (true) {
        var next = next();
        if (next == null) {
          return;
        }
        var buffer = ByteBuffer.wrap(next);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
    } catch (IOException | InterruptedException e) {
      end();
    }
  }

  /// Everything that waits, as one piece.
  private byte @Nullable [] next() throws InterruptedException {
    lock.lock();
    try {
      writing = false;
      changed.signalAll();
      while (waiting.isEmpty()) {
        if (closed) {
          return null;
        }
        changed.await();
      }
      var all = ByteBuffer.allocate((int) bytesWaiting);
      waiting.forEach(all::put);
      waiting.clear();
      bytesWaiting = 0;
      writing = true;
      return all.array();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until all is written, or nobody takes it, or the time is over.
  void drain(Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (!closed && (writing || !waiting.isEmpty()) && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    close();
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
