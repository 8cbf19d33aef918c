package dev.retinue.runtime.llm.kit.file;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Does what may block in the system, a file of another machine for instance, or a pipe that took
/// the place of a file a moment ago: in a thread that nobody has to wait for.
final class Apart {
  private static final int MOST_AT_ONCE = 64;
  private static final Semaphore PLACES = new Semaphore(MOST_AT_ONCE);

  private Apart() {}

  static <T> T call(Callable<T> task, Duration limit) throws InterruptedException {
    if (!PLACES.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw refusal("too many files are waited for");
    }
    var doing = new FutureTask<T>(task);
    var thread =
        Thread.ofPlatform()
            .name("file-tool")
            .daemon()
            .unstarted(
                () -> {
                  try {
                    doing.run();
                  } finally {
                    PLACES.release();
                  }
                });
    start(thread);
    try {
      return doing.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw refusal("it took longer than %d s".formatted(limit.toSeconds()));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException trouble
          ? trouble
          : new IllegalStateException("a file tool broke down", e.getCause());
    } finally {
      doing.cancel(true);
    }
  }

  private static void start(Thread thread) {
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      PLACES.release();
      throw refusal("no more threads can be had");
    }
  }

  private static RetinueException refusal(String why) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE, "The files cannot be reached: %s.".formatted(why));
  }
}
