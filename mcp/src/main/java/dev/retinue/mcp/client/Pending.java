package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Message;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What has come for one request and was not looked at yet. A server that tells of more progress
/// than anybody takes in is not told so: that progress is lost, the answer never.
final class Pending {
  private static final int MOST = 1024;

  /// Something that comes for a request; the last two are the end of it.
  sealed interface Step {
    record Progressed(Progress progress) implements Step {}

    record Acknowledged() implements Step {}

    record Answered(Message message, int httpStatus) implements Step {}

    record Lost(McpClientException why) implements Step {}
  }

  private final BlockingQueue<Step> steps = new ArrayBlockingQueue<>(MOST);
  private boolean ended;

  synchronized void add(Step step) {
    switch (step) {
      case Step.Progressed _, Step.Acknowledged _ -> {
        if (!ended && steps.remainingCapacity() > 1) {
          steps.add(step);
        }
      }
      case Step.Answered _, Step.Lost _ -> {
        if (!ended) {
          ended = true;
          steps.add(step);
        }
      }
    }
  }

  synchronized boolean ended() {
    return ended;
  }

  /// The next step, or null if there is none in time.
  @Nullable Step next(Duration limit) throws InterruptedException {
    return steps.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  Step next() throws InterruptedException {
    return steps.take();
  }
}
