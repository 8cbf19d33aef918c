package dev.retinue.runtime.scripted;

import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a run has already done that is taken up again, in the order of its record.
///
/// A script does the same every time, so that its steps find their traces in this order, and the
/// first that finds none is the one to go on with. What a step leaves behind is recorded together
/// with its effect; hence there is no second note of progress that could differ from the truth.
final class Past {
  private static final int PAGE = 200;

  private final Work work;
  private final long end;
  private long read;
  private long delivered;
  private long added;
  private Iterator<Recorded> page = Collections.emptyIterator();
  private @Nullable RunEvent next;

  Past(Work work) {
    this.work = work;
    // What is told from now on is not the past.
    this.end = work.resumed() ? work.run().sequence() : 0;
  }

  /// Whether no step has left a trace after those that were found.
  boolean isOver() {
    while (next == null) {
      if (!page.hasNext()) {
        page = read >= end ? Collections.emptyIterator() : work.history(read, PAGE).iterator();
      }
      if (!page.hasNext()) {
        return true;
      }
      var recorded = page.next();
      read = recorded.sequence();
      next = read <= end && isTrace(recorded.event()) ? recorded.event() : null;
    }
    return false;
  }

  /// Finds the trace of a step, after those that were found before.
  boolean has(Predicate<RunEvent> trace) {
    while (!isOver()) {
      var event = next;
      next = null;
      if (event instanceof RunEvent.Delivered(var _, var payload)) {
        added = payload.bytes() - delivered;
        delivered = payload.bytes();
      }
      if (event != null && trace.test(event)) {
        return true;
      }
    }
    return false;
  }

  /// Others may add to the result of a run too: the step is known by how much it added.
  boolean hasDelivered(long bytes) {
    return has(event -> event instanceof RunEvent.Delivered && added == bytes);
  }

  private static boolean isTrace(RunEvent event) {
    return switch (event) {
      case RunEvent.Said _,
          RunEvent.Thought _,
          RunEvent.ToolCalled _,
          RunEvent.ToolAnswered _,
          RunEvent.Learned _,
          RunEvent.Spent _,
          RunEvent.Delivered _,
          RunEvent.Printed _ ->
          true;
      // Budgets are answered too, without a step that asked.
      case RunEvent.Answered(var _, var need, var _) -> need.startsWith(Player.NEED);
      case RunEvent.Created _,
          RunEvent.Queued _,
          RunEvent.Started _,
          RunEvent.Requeued _,
          RunEvent.Released _,
          RunEvent.Steered _,
          RunEvent.Told _,
          RunEvent.Condensed _,
          RunEvent.AgentSwitching _,
          RunEvent.ModelFallback _,
          RunEvent.Noted _,
          RunEvent.Asked _,
          RunEvent.BudgetRaised _,
          RunEvent.Checked _,
          RunEvent.Completed _,
          RunEvent.Failed _,
          RunEvent.Stopped _,
          RunEvent.ResultCameLate _ ->
          false;
    };
  }
}
