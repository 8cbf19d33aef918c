package dev.retinue.sdk;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Lets work be done for so long and no longer. A thread cannot be ended from outside: whoever does
/// not hear that he is interrupted is left behind, and only so many of them. They are platform
/// threads, so that one who only counts keeps nobody else from working.
final class Timed {
  private static final int MOST_LEFT_BEHIND = 32;

  private final AtomicInteger leftBehind = new AtomicInteger();

  <T extends @Nullable Object> T within(String name, Duration time, Callable<T> work)
      throws Exception {
    if (leftBehind.get() >= MOST_LEFT_BEHIND) {
      throw new AgentException(
          ExitCode.FAILURE,
          "%d earlier calls did not end when their time was over; start the agent again."
              .formatted(MOST_LEFT_BEHIND));
    }
    var task = new FutureTask<T>(work);
    var thread = Thread.ofPlatform().daemon().name(name).start(task);
    try {
      return task.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      leave(thread);
      throw new AgentException(
          ExitCode.TIMEOUT, "Timeout after %ds".formatted(Math.max(1, time.toSeconds())));
    } catch (InterruptedException e) {
      leave(thread);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception failure ? failure : e;
    }
  }

  private void leave(Thread thread) {
    leftBehind.incrementAndGet();
    thread.interrupt();
    Thread.ofVirtual()
        .name("left-behind")
        .start(
            () -> {
              try {
                thread.join();
                leftBehind.decrementAndGet();
              } catch (InterruptedException e) {
                // The process ends.
              }
            });
  }
}
