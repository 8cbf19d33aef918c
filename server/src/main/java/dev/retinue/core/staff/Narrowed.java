package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.tool.Ability;
import dev.retinue.core.tool.NamedTool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An agent that may use less than it usually may. Nobody gets a tool by asking for it that the
/// definition does not have, and no tool loses its limit.
public final class Narrowed {
  private Narrowed() {}

  /// @param asked the wanted tools; null for all that it has
  static Agent to(@Nullable List<String> asked, Agent agent) {
    if (asked == null) {
      return agent;
    }
    var tools = new LinkedHashSet<String>();
    asked.forEach(wanted -> granted(wanted, agent).ifPresent(tools::add));
    return agent.using(List.copyOf(tools));
  }

  /// Those that the agent does not have, and so does not get.
  public static List<String> refused(List<String> asked, Agent agent) {
    return asked.stream().filter(wanted -> granted(wanted, agent).isEmpty()).toList();
  }

  private static Optional<String> granted(String wanted, Agent agent) {
    var asked = NamedTool.of(wanted);
    return agent.tools().stream()
        .map(NamedTool::of)
        .filter(has -> covers(has.name(), asked.name()))
        .flatMap(has -> within(has, asked).stream())
        .findFirst();
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
