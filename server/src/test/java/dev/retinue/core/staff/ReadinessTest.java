package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Team;
import dev.retinue.core.port.Lack;
import dev.retinue.core.port.Roster;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What an agent of a file and its team lack before they begin.
final class ReadinessTest {
  private final Agent lead = agent("lead", "anthropic/a", List.of("writer", "tester"));
  private final Agent writer = agent("writer", "openai/b", List.of("lead"));
  private final Agent tester = agent("tester", "openai/b", List.of("nobody"));
  private final Roster roster = () -> List.of(lead, writer, tester);

  @Test
  void all_that_a_team_lacks_is_told_together() {
    var readiness = new Readiness(roster, ReadinessTest::lacks);

    var refusal =
        catchThrowableOfType(RetinueException.class, () -> readiness.require(lead, Map.of()));

    assertThat(refusal.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(refusal)
        .hasMessage(
            "Agent 'lead' cannot begin: it needs ANTHROPIC_API_KEY for anthropic/a (lead), OPENAI_API_KEY for openai/b (writer, tester). Set that in the environment of whoever starts the run, or of the daemon.");
  }

  @Test
  void who_has_all_begins() {
    var readiness = new Readiness(roster, ReadinessTest::lacks);
    var keys = Map.of("ANTHROPIC_API_KEY", "a", "OPENAI_API_KEY", "b");

    assertThatCode(() -> readiness.require(lead, keys)).doesNotThrowAnyException();
  }

  private static List<Lack> lacks(Agent agent, Map<String, String> keys) {
    var model = String.valueOf(agent.means().model());
    return Stream.of(model.startsWith("openai") ? "OPENAI_API_KEY" : "ANTHROPIC_API_KEY")
        .filter(it -> !keys.containsKey(it))
        .map(it -> new Lack(it, model))
        .toList();
  }

  private static Agent agent(String name, String model, List<String> members) {
    var none = Craft.NONE;
    var mates = members.stream().map(it -> new Team.Mate(it, it)).toList();
    return new Agent(
        name,
        "",
        new Agent.Means("llm", model),
        "",
        List.of(),
        Agent.Limits.NONE,
        Conduct.USUAL,
        new Craft(
            new Craft.Origin("team.yaml", true),
            "",
            List.of(),
            new Team(mates, List.of()),
            none.background(),
            none.thought(),
            none.commands(),
            none.hooks(),
            null));
  }
}
