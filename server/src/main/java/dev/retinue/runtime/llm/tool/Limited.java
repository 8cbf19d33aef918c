package dev.retinue.runtime.llm.tool;

import dev.retinue.runtime.llm.tool.Tool.Result;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/// A call of a tool that may take so long and no longer: then it is interrupted, and that is its
/// result.
final class Limited {
  private final Thread caller = Thread.currentThread();
  private boolean over;
  private boolean late;

  private Limited() {}

  static Result call(Tool tool, String call, ObjectNode input, Duration most)
      throws InterruptedException {
    var limited = new Limited();
    var watch =
        Thread.ofVirtual().name("limit-" + tool.spec().name()).start(() -> limited.watch(most));
    try {
      return tool.call(call, input);
    } catch (InterruptedException e) {
      if (!limited.isLate()) {
        throw e;
      }
      return Result.failure(
          "It took longer than %d s, and was broken off. Look at what it has done before you repeat it."
              .formatted(Math.max(1, most.toSeconds())));
    } finally {
      limited.end();
      watch.interrupt();
    }
  }

  private void watch(Duration most) {
    try {
      Thread.sleep(most);
      interrupt();
    } catch (InterruptedException e) {
      // It was in time.
    }
  }

  private synchronized void interrupt() {
    if (!over) {
      late = true;
      caller.interrupt();
    }
  }

  private synchronized boolean isLate() {
    return late;
  }

  /// Nobody else is to feel an interrupt that was meant for the call.
  private synchronized void end() {
    over = true;
    if (late) {
      Thread.interrupted();
    }
  }
}
