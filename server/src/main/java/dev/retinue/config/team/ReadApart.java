package dev.retinue.config.team;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Reads files that others may change meanwhile. Who puts a pipe in the place of one that was just
/// looked at makes whoever opens it wait for ever: so that is a thread for which nobody waits long,
/// and at most one of a folder.
final class ReadApart {
  private static final int MOST_THREADS = 32;
  private static final int LONGEST_SECONDS = 2;

  private final Semaphore threads = new Semaphore(MOST_THREADS);

  /// Folders with something in them that is still waited for.
  private final Set<Path> stuck = ConcurrentHashMap.newKeySet();

  /// As [SafeFile#read], and in time.
  byte[] read(Path folder, Path file, int most) {
    if (stuck.contains(folder) || !threads.tryAcquire()) {
      throw refusal(file);
    }
    var reading = new FutureTask<>(() -> SafeFile.read(folder, file, most));
    Thread.ofPlatform().name("read-agents").daemon().start(() -> run(reading, folder));
    try {
      return reading.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      stuck.add(folder);
      if (reading.isDone()) { // Just now.
        stuck.remove(folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RetinueException refused
          ? refused
          : new IllegalStateException("a file cannot be read", e.getCause());
    }
    throw refusal(file);
  }

  private void run(FutureTask<byte[]> reading, Path folder) {
    try {
      reading.run();
    } finally {
      threads.release();
      stuck.remove(folder);
    }
  }

  private static RetinueException refusal(Path file) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "'%s' cannot be read now: something in its folder keeps whoever opens it waiting; put plain files there."
            .formatted(file));
  }
}
