package dev.retinue.toolset.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.port.Roster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentHintsTest {
  @Test
  void agents_whose_names_differ_have_tools_whose_names_differ() {
    assertThat(AgentTools.names(List.of("a.b", "a_b", "a:b", "c.d")))
        .containsOnly(
            entry("a_b", "a_b"), entry("a.b", "a_b_2"), entry("a:b", "a_b_3"), entry("c.d", "c_d"));
  }

  @Test
  void an_agent_reads_only_if_all_its_tools_do() {
    var reads = agent("reads", List.of("read_file", "list_directory"), Kit.Kind.FILESYSTEM);
    assertThat(hints(reads)).isEqualTo("reads idempotent");
    assertThat(hints(agent("writes", List.of(), Kit.Kind.FILESYSTEM))).isEqualTo("destructive");
    assertThat(hints(agent("creates", List.of("create_directory"), Kit.Kind.FILESYSTEM)))
        .isEqualTo("idempotent");
    assertThat(hints(agent("thinks", List.of(), Kit.Kind.THINK, Kit.Kind.TODO)))
        .isEqualTo("reads idempotent");
    assertThat(hints(agent("speaks"))).isEqualTo("reads idempotent");
    assertThat(hints(plain("none", "llm", List.of("none")))).isEqualTo("reads idempotent");
    assertThat(hints(plain("all", "llm", List.of()))).isEqualTo("destructive open");
  }

  @Test
  void one_tool_that_reaches_out_or_can_do_anything_is_enough() {
    assertThat(hints(agent("fetches", List.of(), Kit.Kind.THINK, Kit.Kind.FETCH)))
        .isEqualTo("reads idempotent open");
    assertThat(hints(agent("runs", List.of(), Kit.Kind.THINK, Kit.Kind.SHELL)))
        .isEqualTo("destructive open");
    assertThat(hints(agent("client", List.of(), Kit.Kind.MCP))).isEqualTo("destructive open");
  }

  @Test
  void what_its_team_can_do_it_can_do_too_however_they_go_round() {
    var lead = with("lead", new Team(List.of(new Team.Mate("a", "worker")), List.of()));
    var worker = with("worker", new Team(List.of(), List.of(new Team.Mate("b", "lead"))));
    assertThat(hints(lead, worker)).isEqualTo("reads idempotent");
    var shell = agent("worker", List.of(), Kit.Kind.SHELL);
    assertThat(hints(lead, shell)).isEqualTo("destructive open");
    assertThat(hints(lead)).as("somebody who is not there").isEqualTo("destructive open");
  }

  @Test
  void of_programs_and_of_tools_that_only_the_configuration_knows_nothing_is_assumed() {
    assertThat(hints(plain("claude", "claude", List.of()))).isEqualTo("destructive open");
    assertThat(hints(plain("configured", "llm", List.of("tracker")))).isEqualTo("destructive open");
  }

  private static String hints(Agent agent, Agent... others) {
    var all = new ArrayList<>(List.of(others));
    all.add(agent);
    var hints = new AgentHints((Roster) () -> List.copyOf(all)).of(agent);
    var words = new StringBuilder();
    words.append(Boolean.TRUE.equals(hints.readOnlyHint()) ? "reads " : "");
    words.append(Boolean.TRUE.equals(hints.idempotentHint()) ? "idempotent " : "");
    words.append(Boolean.TRUE.equals(hints.destructiveHint()) ? "destructive " : "");
    words.append(Boolean.TRUE.equals(hints.openWorldHint()) ? "open " : "");
    return words.toString().strip();
  }

  private static Agent agent(String name, List<String> tools, Kit.Kind... kinds) {
    var kits = Arrays.stream(kinds).map(kind -> new Kit(kind, tools, "", Kit.Setup.USUAL)).toList();
    return agent(name, kits, Team.NONE);
  }

  private static Agent agent(String name) {
    return agent(name, List.<Kit>of(), Team.NONE);
  }

  private static Agent with(String name, Team team) {
    return agent(name, List.<Kit>of(), team);
  }

  private static Agent agent(String name, List<Kit> kits, Team team) {
    var craft =
        new Craft(
            new Craft.Origin("/a.yaml", true),
            "",
            kits,
            team,
            Craft.Background.NONE,
            Thought.USUAL,
            Map.of(),
            List.of(),
            null);
    return new Agent(
        name,
        "",
        new Agent.Means("llm", null),
        "",
        List.of(),
        Agent.Limits.NONE,
        Conduct.USUAL,
        craft);
  }

  private static Agent plain(String name, String runtime, List<String> tools) {
    return new Agent(name, "", new Agent.Means(runtime, null), "", tools, Agent.Limits.NONE);
  }
}
