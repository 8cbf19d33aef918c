package dev.retinue.core;

import static dev.retinue.core.Hostile.HIGH_HALF;
import static dev.retinue.core.Hostile.LOW_HALF;
import static dev.retinue.core.Hostile.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentTest {
  private static final Agent SCRIBE = agent("scribe", "Writes", "llm", "m", "Be brief", "read");

  private static Agent agent(
      String name,
      String description,
      String runtime,
      @Nullable String model,
      String instructions,
      String... tools) {
    return new Agent(
        name,
        description,
        new Agent.Means(runtime, model),
        instructions,
        List.of(tools),
        Agent.Limits.NONE);
  }

  private static Agent limited(Budget budget, boolean mayRecurse) {
    return new Agent(
        SCRIBE.name(),
        SCRIBE.description(),
        SCRIBE.means(),
        SCRIBE.instructions(),
        SCRIBE.tools(),
        new Agent.Limits(budget, mayRecurse));
  }

  /// Definitions that are easily taken for one another.
  private static List<Agent> different() {
    var agents = new ArrayList<Agent>();
    agents.add(SCRIBE);
    agents.add(agent("scribes", "Writes", "llm", "m", "Be brief", "read"));
    agents.add(agent("scribe", "writes", "llm", "m", "Be brief", "read"));
    agents.add(agent("scribe", "Writes", "cli", "m", "Be brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", "n", "Be brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", null, "Be brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", "null", "Be brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", "", "Be brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief ", "read"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", ""));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", "", ""));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", "read", "write"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", "write", "read"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", "readwrite"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", "read, write"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", "read5:write"));
    agents.add(agent("scribe", "Writes3:llm", "", "m", "Be brief", "read"));
    agents.add(agent("scribe", "", "Writes3:llm", "m", "Be brief", "read"));
    agents.add(agent("scribe", "Write", "sllm", "m", "Be brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", "mBe", " brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be briefread"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be", "brief", "read"));
    agents.add(agent("scribe", "Writes", "llm", "m", "Be brief", "read", limits()));
    agents.add(limited(Budget.UNLIMITED, true));
    agents.add(limited(Budget.cost(Money.ZERO), false));
    agents.add(limited(new Budget(null, 1L, null, null, null), false));
    agents.add(limited(new Budget(null, null, 1L, null, null), false));
    agents.add(limited(new Budget(null, null, null, 1L, null), false));
    agents.add(limited(new Budget(null, null, null, null, 1L), false));
    agents.add(limited(new Budget(Money.usd("1"), null, null, null, null), false));
    agents.add(limited(new Budget(Money.usd("1.000000001"), null, null, null, null), false));
    return agents;
  }

  private static String limits() {
    return Agent.Limits.NONE.toString();
  }

  @Test
  void no_two_definitions_have_the_same_digest() {
    var known = new HashMap<String, Agent>();
    for (var agent : different()) {
      var other = known.put(agent.digest(), agent);
      assertThat(other).as("another agent with the digest of %s", agent).isNull();
    }
  }

  @Test
  void the_same_definition_has_the_same_digest() {
    var again = agent("scribe", "Writes", "llm", "m", "Be brief", "read");
    assertThat(again.digest()).isEqualTo(SCRIBE.digest()).matches("[0-9a-f]{64}");
  }

  /// Runs refer to definitions by their digest, so one that was kept years ago must be found.
  @Test
  void the_digest_of_a_definition_never_changes() {
    assertThat(SCRIBE.digest())
        .isEqualTo("dbb49fc06f693beddca6d74fbc27cfd903f70a854a13f19646c48807b3f6010e");
  }

  /// They could not be kept as they are, and would have the digest of another definition.
  @ParameterizedTest
  @ValueSource(strings = {HIGH_HALF, LOW_HALF, "a" + LOW_HALF + HIGH_HALF, HIGH_HALF + "a"})
  void half_a_character_is_refused_wherever_it_stands(String half) {
    refused(ErrorCode.INVALID_INPUT, () -> agent("a", half, "llm", "m", "", ""));
    refused(ErrorCode.INVALID_INPUT, () -> agent("a", "", half, "m", "", ""));
    refused(ErrorCode.INVALID_INPUT, () -> agent("a", "", "llm", half, "", ""));
    refused(ErrorCode.INVALID_INPUT, () -> agent("a", "", "llm", "m", half, ""));
    refused(ErrorCode.INVALID_INPUT, () -> agent("a", "", "llm", "m", "", "read", half));
  }

  @Test
  void a_character_that_takes_two_is_welcome() {
    assertThat(agent("a", HIGH_HALF + LOW_HALF, "llm", "m", "\0\n", "").digest()).hasSize(64);
  }

  @ParameterizedTest
  @FieldSource("dev.retinue.core.Hostile#TEXTS")
  void what_cannot_be_a_name_is_refused(String name) {
    refused(ErrorCode.INVALID_INPUT, () -> agent(name, "", "llm", null, ""));
  }

  @Test
  void its_tools_are_its_own() {
    var tools = new ArrayList<>(List.of("read"));
    var agent = new Agent("a", "", new Agent.Means("llm", null), "", tools, Agent.Limits.NONE);
    tools.add("shell");
    assertThat(agent.tools()).containsExactly("read");
  }
}
