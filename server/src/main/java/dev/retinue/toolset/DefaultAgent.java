package dev.retinue.toolset;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.AgentRuntime.Nature;
import dev.retinue.core.port.Roster;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Who works when nobody is named: the one that the owner chose, else the first who can.
public final class DefaultAgent {
  private final @Nullable String configured;
  private final Roster roster;
  private final Function<String, Optional<AgentRuntime>> runtimes;

  /// @param configured the name that the owner chose
  /// @param runtimes those that there are here, by their names
  public DefaultAgent(
      @Nullable String configured,
      Roster roster,
      Function<String, Optional<AgentRuntime>> runtimes) {
    this.configured = configured;
    this.roster = roster;
    this.runtimes = runtimes;
  }

  /// Who works, and why it is this one.
  public record Choice(Agent agent, String why) {}

  /// Made anew for each start: a key or a program may have come since, and a caller lends his own.
  public Choice choose(Caller caller) {
    return find(caller)
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.SERVICE_UNAVAILABLE,
                    "No agent on the staff can work now; name one, or give one what it needs (a key, or its program)."));
  }

  /// The same, or nothing if nobody can work now.
  public Optional<Choice> find(Caller caller) {
    if (configured != null) {
      var chosen = roster.openTo(caller).find(configured);
      if (chosen.isPresent() || roster.find(configured).isEmpty()) {
        return Optional.of(
            new Choice(
                chosen.orElseGet(() -> roster.require(configured)),
                "it is the configured default"));
      }
    }
    for (var nature : Nature.values()) {
      for (var agent : roster.openTo(caller).all()) {
        if (canWork(agent, nature, caller.workplace().keys())) {
          return Optional.of(new Choice(agent, why(nature)));
        }
      }
    }
    return Optional.empty();
  }

  private boolean canWork(Agent agent, Nature nature, Map<String, String> keys) {
    return runtimes
        .apply(agent.means().runtime())
        .filter(runtime -> runtime.nature() == nature && runtime.ready(agent, keys))
        .isPresent();
  }

  private static String why(Nature nature) {
    return switch (nature) {
      case MODEL -> "it is the first on the staff with a model that can be asked";
      case PROGRAM -> "no model can be asked, and it is the first whose program is installed";
      case SCRIPT ->
          "no model can be asked and no program is installed; it is the first that plays a script, which shows how work would look and does none";
    };
  }
}
