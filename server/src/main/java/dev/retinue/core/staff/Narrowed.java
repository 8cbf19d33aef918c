package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.Ability;
import dev.retinue.core.tool.NamedTool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An agent that may use less than it usually may. Nobody gets a tool by asking for it that the
/// definition does not have, and no tool loses its limit.
final class Narrowed {
  private static final int LONGEST = 200;

  private Narrowed() {}

  /// Refuses to leave it without any: an empty list means all that its program has. For the same
  /// reason one that has no list cannot be narrowed: to name a tool is also to allow it.
  ///
  /// @param asked the wanted tools; null for all that it has
  static Agent to(@Nullable List<String> asked, Agent agent) {
    if (asked == null) {
      return agent;
    }
    var tools = new LinkedHashSet<String>();
    asked.forEach(wanted -> tools.addAll(granted(wanted, agent)));
    if (tools.isEmpty()) {
      throw new RetinueException(ErrorCode.INVALID_INPUT, refusal(asked, agent));
    }
    return agent.using(List.copyOf(tools));
  }

  private static String refusal(List<String> asked, Agent agent) {
    return agent.tools().isEmpty()
        ? "The definition of agent '%s' names no tools, so none can be chosen of them. Name them there, or leave 'tools' out."
            .formatted(agent.name())
        : "Of the tools that were asked for (%s) agent '%s' has none; it has %s. Name some of these, or leave 'tools' out."
            .formatted(
                Excerpt.of(String.join(", ", asked), LONGEST),
                agent.name(),
                String.join(", ", agent.tools()));
  }

  /// Those that the agent does not have, and so does not get.
  static List<String> refused(List<String> asked, Agent agent) {
    return asked.stream().filter(wanted -> granted(wanted, agent).isEmpty()).toList();
  }

  private static List<String> granted(String wanted, Agent agent) {
    var asked = NamedTool.of(wanted);
    return agent.tools().stream()
        .map(NamedTool::of)
        .filter(has -> covers(has.name(), asked.name()))
        .flatMap(has -> within(has, asked).stream())
        .toList();
  }

  /// A word for an ability covers every name of it; a name covers itself.
  private static boolean covers(String has, String wanted) {
    return has.equalsIgnoreCase(wanted)
        || (isAbility(has) && Ability.of(has).equals(Ability.of(wanted)));
  }

  private static boolean isAbility(String word) {
    return Ability.of(word).filter(it -> it.word().equals(word)).isPresent();
  }

  /// The smaller of both: a limit is neither lost nor widened, and one tool does not become all of
  /// its ability because it was written in lower case.
  private static Optional<String> within(NamedTool has, NamedTool asked) {
    var name = isAbility(has.name()) ? asked.name() : has.name();
    boolean narrower = has.only() == null || has.only().equals(asked.only());
    if (!narrower && asked.only() != null) {
      return Optional.empty();
    }
    return Optional.of(new NamedTool(name, narrower ? asked.only() : has.only()).text());
  }
}
