package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.StartKey;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.RunStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is said to a run while it answers.
final class Interjections {
  private final Staff staff;
  private final RunStore store;
  private final SessionLimits limits;

  Interjections(Staff staff, RunStore store, SessionLimits limits) {
    this.staff = staff;
    this.store = store;
    this.limits = limits;
  }

  Optional<RunId> say(Caller caller, String id, String text, @Nullable StartKey asked) {
    caller.require(Scope.RUN);
    Texts.requireWork(text);
    var session = staff.sessions().require(caller, id);
    if (staff.earlier(caller, asked).isPresent()) {
      return Optional.empty(); // It was sent, and whoever sends it again finds that.
    }
    var key = asked == null ? null : asked.of(caller).forTool(asked.tool() + "/heard");
    var earlier = key == null ? Optional.<StartKey.Earlier>empty() : store.earlier(key);
    if (key != null && earlier.isPresent()) {
      return Optional.of(Starts.same(key, earlier.get()));
    }
    var speaking = session.turn() == null ? null : staff.require(caller, session.turn());
    if (speaking != null && !hears(speaking)) {
      return Optional.empty();
    }
    return staff.change(change -> steer(change, Sessions.own(change, caller, id), text, key));
  }

  private Optional<RunId> steer(
      Change change, Session session, String text, @Nullable StartKey key) {
    var earlier = key == null ? Optional.<StartKey.Earlier>empty() : change.records().earlier(key);
    if (key != null && earlier.isPresent()) {
      return Optional.of(Starts.same(key, earlier.get()));
    }
    if (session.turn() == null) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Nobody speaks in session '%s' now; send the message instead.".formatted(session.id()));
    }
    long bytes = Turns.bytes(text);
    Turns.requireBytes(limits, session, bytes);
    // One that has not begun, or has ended, hears nothing more: it is said after it.
    var run = change.require(session.turn());
    var events = run.steer(text, change.now());
    if (events.isEmpty()) {
      return Optional.empty();
    }
    change.record(run, events);
    change.records().save(session.interjected(bytes));
    if (key != null) {
      change.records().remember(key, run.id(), change.now());
    }
    return Optional.of(run.id());
  }

  private boolean hears(Run run) {
    return staff
        .crew()
        .runtime(run.commission().agent().runtime())
        .map(AgentRuntime::hears)
        .orElse(false);
  }
}
