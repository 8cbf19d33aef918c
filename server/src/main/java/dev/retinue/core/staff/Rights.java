package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Permissions;
import dev.retinue.core.Permissions.Otherwise;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Speakers;
import dev.retinue.core.port.RunStore;
import java.util.ArrayList;
import java.util.List;

/// What an agent may do in a run. Whoever works for another may do no more than that one: the rules
/// of all runs above hold below them, in every runtime, and so does how they are confined. The same
/// is true of those who spoke before in the same run.
final class Rights {
  private final RunStore store;

  Rights(RunStore store) {
    this.store = store;
  }

  /// Who carries out this run now, under all rules that hold for it.
  Agent agentOf(Run run) {
    var above = new ArrayList<Agent>();
    for (var link : run.commission().lineage().above()) {
      above.addAll(speakers(require(link.run())));
    }
    above.addAll(speakers(run));
    var speaker = above.removeLast();
    return above.isEmpty() ? speaker : below(above, speaker);
  }

  /// Removed ones are recorded as long as something of their tree is at work.
  private Run require(RunId id) {
    return Patience.insist(() -> store.recorded(id)).orElseThrow(() -> Staff.notFound(id));
  }

  /// Without the rules of one above nobody knows what those below may do.
  private List<Agent> speakers(Run run) {
    return Speakers.of(run).digests().stream()
        .map(
            digest ->
                Patience.insist(() -> store.definition(digest))
                    .orElseThrow(
                        () ->
                            new RetinueException(
                                ErrorCode.NOT_FOUND,
                                "The definition of the agent of run '%s' is not recorded."
                                    .formatted(run.id()))))
        .toList();
  }

  private static Agent below(List<Agent> above, Agent agent) {
    var own = agent.conduct();
    var rules = above.stream().map(Rights::rules).filter(Rights::says).toList();
    var confinement = own.confinement();
    for (var each : above) {
      confinement = confinement.within(each.conduct().confinement());
    }
    return agent.kept(
        new Conduct(own.permissions().below(rules), confinement, own.vigilance(), own.program()));
  }

  /// One for whose file the operator does not answer has to ask for whatever no rule names, and so
  /// has everybody below it: the file says what those are told.
  private static Permissions rules(Agent agent) {
    var own = agent.conduct().permissions();
    var asks = agent.craft().origin().trusted() ? null : Otherwise.ASK;
    return new Permissions(
        own.allow(),
        own.ask(),
        own.deny(),
        own.otherwise() == Otherwise.DENY ? Otherwise.DENY : asks,
        own.deadline(),
        own.retinue());
  }

  private static boolean says(Permissions permissions) {
    return permissions.hasRules() || permissions.otherwise() != null;
  }
}
