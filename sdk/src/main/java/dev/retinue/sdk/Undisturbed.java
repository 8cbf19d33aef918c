package dev.retinue.sdk;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// Work that is done to its end although the thread that wants it is interrupted: files are closed
/// in the middle of a line when their thread is.
final class Undisturbed {
  private Undisturbed() {}

  /// Does it in a thread of its own. The work must have its own limit of time.
  static <T> T call(String name, Callable<T> work) throws IOException {
    var task = new FutureTask<>(work);
    Thread.ofVirtual().name(name).start(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException rethrown(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException refusal -> throw refusal;
      case Error error -> throw error;
      case IOException failure -> failure;
      case null, default -> new IOException(cause);
    };
  }
}
