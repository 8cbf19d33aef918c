package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.RunStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What a run of a session takes over from an earlier one of the same agent, such as the session
/// that a program itself keeps. It is known before the run begins, and only then: a message may
/// have waited for its turn.
final class Kinship {
  private static final String FOLLOWS = "follows";
  private static final int FARTHEST = 50;

  private final Staff staff;
  private final RunStore store;

  Kinship(Staff staff, RunStore store) {
    this.staff = staff;
    this.store = store;
  }

  /// The run with what it takes over.
  Run introduce(Run run, Agent agent, AgentRuntime runtime) {
    var session = run.commission().terms().session();
    if (session == null
        || run.tenure().epoch() != 1
        || runtime.nature() != AgentRuntime.Nature.PROGRAM) {
      return run;
    }
    int looked = 0;
    var runs = new SpokenTurns(store, session, run.id()).runs().iterator();
    while (runs.hasNext()) {
      var former = runs.next();
      // What belongs to another session goes on there, and not in two places.
      boolean own = session.equals(former.commission().terms().session());
      if (!own || looked++ > FARTHEST) {
        return run;
      }
      var who = former.commission().agent();
      boolean same = who.name().equals(agent.name()) && who.runtime().equals(runtime.name());
      var facts = same ? runtime.inheritance(former, agent) : Optional.<Map<String, String>>empty();
      if (facts.isPresent()) {
        var all = new HashMap<>(facts.get());
        all.put(FOLLOWS, former.id().text());
        return staff.change(
            change -> {
              var now = change.require(run.id());
              return change.record(now, now.observe(new RunEvent.Learned(change.now(), all)));
            });
      }
    }
    return run;
  }
}
