package dev.retinue.runtime.llm.tool;

import dev.retinue.runtime.llm.tool.Tool.Result;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.node.ObjectNode;

/// A call of a tool that may take so long and no longer: then it is interrupted, and that is its
/// result.
final class Limited {
  private Limited() {}

  static Result call(Tool tool, String call, ObjectNode input, Duration most)
      throws InterruptedException {
    var caller = Thread.currentThread();
    var over = new AtomicBoolean();
    var late = new AtomicBoolean();
    var watch =
        Thread.ofVirtual()
            .name("limit-" + tool.spec().name())
            .start(() -> await(most, caller, over, late));
    try {
      return tool.call(call, input);
    } catch (InterruptedException e) {
      if (!late.get()) {
        throw e;
      }
      return Result.failure(
          "It took longer than %d s, and was broken off. Look at what it has done before you repeat it."
              .formatted(Math.max(1, most.toSeconds())));
    } finally {
      if (!over.compareAndSet(false, true)) {
        join(watch); // It interrupts us, or has: nobody else is to feel that.
        Thread.interrupted();
      }
      watch.interrupt();
    }
  }

  private static void await(
      Duration most, Thread caller, AtomicBoolean over, AtomicBoolean late) {
    try {
      Thread.sleep(most);
    } catch (InterruptedException e) {
      return;
    }
    late.set(true);
    if (over.compareAndSet(false, true)) {
      caller.interrupt();
    }
  }

  private static void join(Thread watch) {
    boolean done = false;
    while (!done) {
      try {
        watch.join();
        done = true;
      } catch (InterruptedException e) {
        // That is what was waited for.
      }
    }
  }
}
