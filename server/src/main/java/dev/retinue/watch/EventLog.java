package dev.retinue.watch;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.trace.Concern;
import dev.retinue.core.trace.TraceContext;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes what happens to runs, and calls of tools, into the log: for those who collect logs. What
/// anybody said is not in it.
final class EventLog {
  private volatile boolean on;

  void turn(boolean really) {
    on = really;
  }

  boolean isOn() {
    return on;
  }

  void happened(Run run, RunEvent event) {
    var word = word(event);
    if (!on || word == null) {
      return;
    }
    var facts = new LinkedHashMap<String, Object>();
    facts.put("event", "run." + word);
    facts.put("run", run.id().text());
    facts.put("caller", run.commission().caller());
    facts.put("agent", run.commission().agent().name());
    facts.put("runtime", run.commission().agent().runtime());
    if (run.state() instanceof State.Failed failed) {
      facts.put("reason", failed.reason().word());
    }
    var trace = TraceContext.of(run);
    if (trace != null) {
      facts.put("trace_id", trace.trace());
      facts.put("span_id", trace.span());
    }
    tell("run " + word, facts);
  }

  void called(String tool, Concern concern, String outcome, long nanos) {
    if (on) {
      var facts = new LinkedHashMap<String, Object>();
      facts.put("event", "tool.call");
      facts.put("tool", tool);
      facts.put("caller", concern.caller());
      var run = concern.run();
      if (run != null) {
        facts.put("run", run);
      }
      facts.put("outcome", outcome);
      facts.put("ms", nanos / 1e6);
      tell("tool call " + outcome, facts);
    }
  }

  private static void tell(String message, Map<String, Object> facts) {
    System.getLogger("dev.retinue.events").log(Level.INFO, message, facts);
  }

  /// What becomes of a run; nothing for what it does meanwhile.
  private static @Nullable String word(RunEvent event) {
    if (event instanceof RunEvent.Created) {
      return "created";
    }
    if (event instanceof RunEvent.Started) {
      return "started";
    }
    if (event instanceof RunEvent.Requeued) {
      return "requeued";
    }
    if (event instanceof RunEvent.Asked) {
      return "waiting";
    }
    if (event instanceof RunEvent.Completed) {
      return "completed";
    }
    if (event instanceof RunEvent.Failed) {
      return "failed";
    }
    return event instanceof RunEvent.Stopped ? "stopped" : null;
  }
}
