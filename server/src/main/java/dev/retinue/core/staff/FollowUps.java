package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.RunStore;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs that go on with the conversation of one that has ended. A conversation goes on in one line:
/// each run of it is followed by one at most.
final class FollowUps {
  private static final String FOLLOWED_BY = "followed_by";
  private static final String FOLLOWS = "follows";

  private final Staff staff;
  private final RunStore store;

  FollowUps(Staff staff, RunStore store) {
    this.staff = staff;
    this.store = store;
  }

  /// The run that is followed, and what is known of its conversation; nothing if none is.
  record Found(@Nullable Run run, Map<String, String> inheritance) {
    static final Found NOTHING = new Found(null, Map.of());
  }

  /// Refuses what cannot be followed.
  Found find(Caller caller, Terms terms, Agent agent) {
    var name = terms.arrangement().follows();
    if (name == null) {
      return Found.NOTHING;
    }
    var id = RunId.of(name);
    var former =
        store
            .find(id, caller.ownerOfRuns())
            .filter(caller::maySee)
            .orElseThrow(() -> Staff.notFound(id));
    requireFree(caller, former);
    var inheritance = new HashMap<>(inheritance(former, agent));
    inheritance.put(FOLLOWS, id.text());
    return new Found(former, Map.copyOf(inheritance));
  }

  /// Inside the transaction that makes the new run: of two who follow the same one, one is refused.
  static void join(Change change, Caller caller, Terms terms, Starts.Newcomer newcomer) {
    var name = terms.arrangement().follows();
    if (name != null) {
      var former = change.require(RunId.of(name));
      requireFree(caller, former);
      change.record(former, former.follow(Map.of(FOLLOWED_BY, newcomer.id().text()), change.now()));
    }
  }

  private static void requireFree(Caller caller, Run former) {
    if (!former.commission().caller().equals(caller.id())) {
      throw conflict(
          "Run '%s' belongs to another caller, who alone can go on with it."
              .formatted(former.id()));
    }
    if (former.commission().terms().session() != null) {
      throw conflict(
          "Run '%s' answered a message of session '%s'; go on with that by send_message."
              .formatted(former.id(), former.commission().terms().session()));
    }
    if (!former.ended() || former.ending()) {
      throw conflict(
          "Run '%s' is still at work; wait for its end or stop it before you go on with it."
              .formatted(former.id()));
    }
    var next = former.facts().get(FOLLOWED_BY);
    if (next != null) {
      throw conflict(
          "Run '%s' was followed by run '%s', which has the rest of the conversation; go on with that."
              .formatted(former.id(), next));
    }
  }

  private Map<String, String> inheritance(Run former, Agent agent) {
    var who = former.commission().agent();
    if (!who.name().equals(agent.name()) || !who.runtime().equals(agent.means().runtime())) {
      throw conflict(
          "Run '%s' was done by agent '%s' in '%s', who alone can go on with it; call spawn_agent with that agent."
              .formatted(former.id(), who.name(), who.runtime()));
    }
    var runtime = staff.crew().runtime(who.runtime()).filter(AgentRuntime::ready);
    if (runtime.isEmpty()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "What carried out run '%s' is not here any more: '%s'; install it, or start anew."
              .formatted(former.id(), who.runtime()));
    }
    return runtime
        .get()
        .inheritance(former, agent)
        .orElseThrow(
            () ->
                conflict(
                    "Nothing was kept of the conversation of run '%s'; start anew, and say all that is needed."
                        .formatted(former.id())));
  }

  private static RetinueException conflict(String sentence) {
    return new RetinueException(ErrorCode.CONFLICT, sentence);
  }
}
