package dev.retinue.toolset.spawner.context;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.port.AgentRuntime;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What stands before the prompt of a run: the context of the project in whose folder it works,
/// without what its program reads there by itself.
public final class Prefaces {
  private final Function<String, Optional<AgentRuntime>> runtimes;
  private final OwnContext own;

  /// @param runtimes those that there are here, by their names
  /// @param own where the context of a caller's own agents is
  public Prefaces(Function<String, Optional<AgentRuntime>> runtimes, OwnContext own) {
    this.runtimes = runtimes;
    this.own = own;
  }

  /// The same for a run that works on the folder itself.
  public @Nullable String of(
      Caller caller, Agent agent, @Nullable Path folder, ContextLevel level) {
    return of(caller, agent, folder, level, Isolation.NONE);
  }

  /// The text, or null if there is nothing to tell.
  ///
  /// @param folder where the run works, as it really is; null if it has none
  public @Nullable String of(
      Caller caller, Agent agent, @Nullable Path folder, ContextLevel level, Isolation isolation) {
    if (folder == null || level == ContextLevel.NONE) {
      return null;
    }
    var runtime = runtimes.apply(agent.means().runtime());
    Set<String> known =
        runtime.map(it -> it.readsItself(agent, folder, isolation)).orElse(Set.of());
    boolean opens = runtime.map(it -> it.opensMentions(agent)).orElse(true);
    return new ProjectContext(folder, known, opens)
        .render(level, own.find(caller, folder))
        .orElse(null);
  }
}
