package dev.retinue.mcp.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/// A pipe between threads that come and go, which those of `java.io` do not allow. It holds little,
/// so that whoever writes more than is read has to wait.
public final class Pipe {
  private final byte[] bytes = new byte[8 * 1024];
  private int read;
  private int filled;
  private boolean closed;

  public final InputStream in =
      new InputStream() {
        @Override
        public int read() {
          var one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
          return take(target, offset, length);
        }

        @Override
        public void close() {
          Pipe.this.close();
        }
      };

  public final OutputStream out =
      new OutputStream() {
        @Override
        public void write(int value) throws IOException {
          put((byte) value);
        }

        @Override
        public void close() {
          Pipe.this.close();
        }
      };

  private synchronized int take(byte[] target, int offset, int length) {
    awaitNot(() -> filled == 0);
    int count = Math.min(length, filled);
    for (int i = 0; i < count; i++) {
      target[offset + i] = bytes[read];
      read = (read + 1) % bytes.length;
    }
    filled -= count;
    notifyAll();
    return count == 0 ? -1 : count;
  }

  private synchronized void put(byte value) throws IOException {
    awaitNot(() -> filled == bytes.length);
    if (closed) {
      throw new IOException("the pipe is closed");
    }
    bytes[(read + filled) % bytes.length] = value;
    filled++;
    notifyAll();
  }

  /// Like a pipe of the operating system it does not care for interruptions.
  private synchronized void awaitNot(BooleanSupplier stuck) {
    boolean interrupted = false;
    while (stuck.getAsBoolean() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void close() {
    closed = true;
    notifyAll();
  }
}
