package dev.retinue.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// What a child hears while it is at work: first all of a file, then whatever it is told. A thread
/// of its own writes it, because a child that does not listen makes its writer wait. When we die,
/// the system closes it, and the child hears an end.
final class OpenInput {
  private static final int MOST_WAITING = 1_000;

  /// No line is empty.
  private static final byte[] END = {};

  private final OutputStream out;
  private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private volatile boolean closed;

  private OpenInput(OutputStream out) {
    this.out = out;
  }

  static OpenInput begin(String name, OutputStream out, Path first) {
    var input = new OpenInput(out);
    // No virtual thread: a write that waits would hold its carrier.
    Thread.ofPlatform().name(name).daemon().start(() -> input.write(first));
    return input;
  }

  private void write(Path first) {
    try (out) {
      Files.copy(first, out);
      out.flush();
      for (var next = waiting.take(); next.length > 0; next = waiting.take()) {
        out.write(next);
        out.flush();
      }
    } catch (IOException | InterruptedException e) {
      // It hears no more, and whoever waits for it will notice.
    } finally {
      closed = true;
    }
  }

  /// Says whether it may still hear this.
  boolean say(String line) {
    return !closed && waiting.offer((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /// After all that it was told it hears an end.
  void close() {
    if (!closed && !waiting.offer(END)) {
      abandon();
    }
  }

  /// It is gone.
  void abandon() {
    closed = true;
    waiting.clear();
    var _ = waiting.offer(END);
  }
}
