package dev.retinue.toolset.sessions;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.sessions.turn.TurnAnswer;
import dev.retinue.toolset.sessions.turn.TurnProgress;
import dev.retinue.toolset.sessions.turn.TurnViews;
import dev.retinue.toolset.waiting.Attending;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The one way behind every tool that says something to an agent: sends it, waits for the answer as
/// long as its caller may be made to wait, and says what has become of it.
public final class Talks {
  private static final String TOOL = "tool";
  private static final Duration LEAVING = Duration.ofSeconds(10);

  private final Staff staff;
  private final Attending attending;
  private final TurnViews views;

  public Talks(Staff staff, Attending attending, TurnViews views) {
    this.staff = staff;
    this.attending = attending;
    this.views = views;
  }

  /// What is said, and how its answer is waited for.
  ///
  /// @param tool that says it
  /// @param inLine whether it waits while another message is answered
  /// @param async whether its answer is not waited for
  /// @param waitSeconds null to leave it to us
  /// @param key of its caller, which makes a retry the same message
  /// @param digest of the arguments
  record Saying(
      String tool,
      String text,
      boolean inLine,
      boolean async,
      @Nullable Integer waitSeconds,
      @Nullable String key,
      String digest) {}

  Staff staff() {
    return staff;
  }

  Sessions sessions() {
    return staff.sessions();
  }

  Attending attending() {
    return attending;
  }

  TurnViews views() {
    return views;
  }

  /// Says it in a session. Whatever becomes of the call, the answer is not lost.
  TurnAnswer say(Call call, String session, Saying saying) throws InterruptedException {
    var caller = Principal.of(call);
    return await(call, caller, saying, () -> send(call, caller, session, saying, Map.of()));
  }

  private Run send(
      Call call, Caller caller, String session, Saying saying, Map<String, String> more) {
    var labels = new HashMap<>(more);
    labels.put(TOOL, saying.tool());
    return sessions()
        .send(
            caller,
            session,
            new Message(saying.text(), saying.inLine(), labels, key(call, caller, saying)));
  }

  /// Says it in a session of its own, which is over with the answer. That belongs to the call.
  ///
  /// @param opening what the session begins with; asked for only if it is new
  TurnAnswer once(Call call, Supplier<Opening> opening, Saying saying) throws InterruptedException {
    var caller = Principal.of(call);
    return await(call, caller, saying, () -> beginOnce(call, caller, opening, saying));
  }

  private Run beginOnce(Call call, Caller caller, Supplier<Opening> opening, Saying saying) {
    // Before anything is looked at: it may have changed since.
    var earlier = staff.earlier(caller, key(call, caller, saying));
    if (earlier.isPresent()) {
      return earlier.get();
    }
    var session = sessions().open(caller, opening.get());
    var owner = saying.async() ? Map.<String, String>of() : Map.of(Attending.CALL, call.id());
    try {
      var run = send(call, caller, session.id(), saying, owner);
      if (!session.id().equals(run.commission().terms().session())) {
        sessions().close(caller, session.id()); // Somebody was faster with the same key.
      }
      return run;
    } catch (RetinueException e) {
      sessions().close(caller, session.id());
      throw e;
    }
  }

  private TurnAnswer await(Call call, Caller caller, Saying saying, Supplier<Run> begin)
      throws InterruptedException {
    if (call.inTask() && !saying.async()) {
      return ended(caller, attending.inTask(call, caller, begin));
    }
    var id = RunId.of(call.remember("run", () -> begin.get().id().text()));
    if (saying.async()) {
      return views.answer(caller, staff.require(caller, id));
    }
    try (var _ = TurnProgress.follow(call, staff, caller, staff.require(caller, id))) {
      var patience = attending.patience(call, saying.waitSeconds());
      return ended(caller, attending.own(call, caller, id, patience));
    } catch (RetinueException e) {
      throw withHandle(id, e);
    }
  }

  /// If nobody can say now what becomes of it, the refusal has the handle.
  private static RetinueException withHandle(RunId id, RetinueException e) {
    return e.code() == ErrorCode.SERVICE_UNAVAILABLE
        ? new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "%s The message was taken and is answered by run '%s': call get_session_history with this run_id."
                .formatted(e.getMessage(), id),
            e)
        : e;
  }

  /// What is told of a message whose answer was waited for.
  TurnAnswer ended(Caller caller, Run run) {
    if (run.ended()) {
      staff.markSeen(caller, List.of(run));
    }
    return views.answer(caller, run);
  }

  /// An answer that is there may be followed by what is left of its run: that is waited for, so
  /// that whoever has the answer meets no conflict.
  void awaitLeaving(Caller caller, String session) throws InterruptedException {
    var turn = sessions().require(caller, session).turn();
    if (turn != null && staff.find(caller, turn).filter(Run::ended).isPresent()) {
      staff.await(caller, turn, run -> !run.ending(), LEAVING);
    }
  }

  /// Waits until nobody speaks in a session, or for so many seconds.
  void awaitIdle(Call call, String session, int seconds) throws InterruptedException {
    var caller = Principal.of(call);
    long deadline = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    while (System.nanoTime() < deadline) {
      var now = sessions().require(caller, session);
      var turn = now.turn();
      if (turn == null) {
        return;
      }
      var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      var runs =
          attending.await(
              call, caller, Set.of(turn), all -> all.stream().allMatch(Run::ended), left);
      if (runs.isEmpty()) {
        return; // It was removed.
      }
      awaitLeaving(caller, session);
      if (now.queue().isEmpty() && runs.values().stream().allMatch(Run::ended)) {
        return;
      }
    }
  }

  /// Waits until a message is answered, or for so many seconds.
  void awaitEnd(Call call, RunId id, int seconds) throws InterruptedException {
    attending.await(
        call,
        Principal.of(call),
        Set.of(id),
        all -> all.stream().allMatch(Run::ended),
        Duration.ofSeconds(seconds));
  }

  private static @Nullable StartKey key(Call call, Caller caller, Saying saying) {
    return key(call, caller, saying.tool(), saying.key(), saying.digest());
  }

  /// What makes a retry the same: what its caller chose, else the name of the call.
  static @Nullable StartKey key(
      Call call, Caller caller, String tool, @Nullable String chosen, String digest) {
    if (chosen != null) {
      return new StartKey(caller.holder(), tool, chosen, digest);
    }
    return call.isNamed() || call.inTask()
        ? new StartKey(caller.holder(), tool + "/call", call.id(), digest)
        : null;
  }
}
