package dev.retinue.toolset.spawner.context;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.port.AgentRuntime;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What stands before the prompt of a run: the context of the project in whose folder it works,
/// without what its program reads there by itself.
public final class Prefaces {
  private final Function<String, Optional<AgentRuntime>> runtimes;
  private final OwnContext own;
  private final @Nullable Map<Wish, Optional<String>> told;

  /// What one text is made of.
  private record Wish(
      Caller caller, String agent, Path folder, ContextLevel level, Isolation isolation) {}

  /// @param runtimes those that there are here, by their names
  /// @param own where the context of a caller's own agents is
  public Prefaces(Function<String, Optional<AgentRuntime>> runtimes, OwnContext own) {
    this(runtimes, own, null);
  }

  private Prefaces(
      Function<String, Optional<AgentRuntime>> runtimes,
      OwnContext own,
      @Nullable Map<Wish, Optional<String>> told) {
    this.runtimes = runtimes;
    this.own = own;
    this.told = told;
  }

  /// The same for several runs that begin together: what is told again is the same text, however
  /// long it takes. For one thread, and not for long.
  public Prefaces remembering() {
    return new Prefaces(runtimes, own, new HashMap<>());
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
    if (told == null) {
      return rendered(caller, agent, folder, level, isolation).orElse(null);
    }
    return told.computeIfAbsent(
            new Wish(caller, agent.name(), folder, level, isolation),
            _ -> rendered(caller, agent, folder, level, isolation))
        .orElse(null);
  }

  private Optional<String> rendered(
      Caller caller, Agent agent, Path folder, ContextLevel level, Isolation isolation) {
    var runtime = runtimes.apply(agent.means().runtime());
    Set<String> known =
        runtime.map(it -> it.readsItself(agent, folder, isolation)).orElse(Set.of());
    boolean opens = runtime.map(it -> it.opensMentions(agent)).orElse(true);
    return new ProjectContext(folder, known, opens).render(level, own.find(caller, folder));
  }
}
