package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.before;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Speakers;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A conversation goes on with another agent, in the same run.
class HandoffTest {
  @TempDir private Path folder;

  private static Turn handoff(String agent) {
    return Turn.tool("handoff", Map.of("agent", agent));
  }

  private static String system(Exchange exchange) {
    return exchange.conversation().system();
  }

  @Test
  void the_successor_goes_on_with_its_own_instructions_tools_and_model() {
    var expert =
        new Agent(
            "expert",
            "knows more",
            new Agent.Means(LlmRuntime.NAME, "openai-chat/second-1"),
            "You are the expert.",
            List.of(),
            Agent.Limits.NONE);
    try (var team = TeamScene.in(folder).hire(agent("front", before("expert")), expert).begin()) {
      var run = team.play("front", handoff("expert").reasoning("Not mine."), complete("Solved."));
      assertThat(summary(run)).isEqualTo("Solved.");
      var asked = team.llm().exchanges();
      assertThat(asked).hasSize(2);
      assertThat(system(asked.getFirst())).contains("You are the front.", "- expert: knows more");
      assertThat(system(asked.getLast()))
          .contains("You are the expert.")
          .doesNotContain("You are the front.");
      assertThat(asked.getLast().conversation().model()).isEqualTo("second-1");
      assertThat(asked.getFirst().conversation().toolNames()).contains("handoff");
      assertThat(asked.getLast().conversation().toolNames()).doesNotContain("handoff");
      assertThat(asked.getLast().body().toString()).contains("Do it.", "handed over to 'expert'");
      assertThat(team.events(run.id(), RunEvent.AgentSwitching.class))
          .extracting(it -> it.from() + " > " + it.to())
          .containsExactly("front > expert");
      assertThat(run.facts()).containsEntry(Speakers.SPEAKER, "expert");
      assertThat(run.commission().agent().name()).isEqualTo("front");
    }
  }

  @Test
  void after_a_kill_the_successor_speaks_as_it_was_defined_when_it_took_over() {
    try (var team =
        TeamScene.in(folder).hire(agent("front", before("expert")), agent("expert")).begin()) {
      var id =
          team.start(
              "front",
              handoff("expert"),
              Turn.tool("ask_caller", Map.of("question", "Which?")),
              complete("It is {{tool_result}}."));
      team.staff().await(id, it -> !it.needs().isEmpty());
      team.hire(
          new Agent(
              "expert",
              "has changed",
              new Agent.Means(LlmRuntime.NAME, TeamScene.MODEL),
              "You are somebody else.",
              List.of(),
              Agent.Limits.NONE));
      team.killAndReopen();
      var need = team.staff().await(id, it -> !it.needs().isEmpty()).needs().getFirst();
      team.staff().staff().answer(TestStaff.OWNER, id, need.id(), "blue");
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("It is blue.");
      assertThat(system(team.llm().exchanges().getLast())).contains("You are the expert.");
      assertThat(team.events(id, RunEvent.AgentSwitching.class)).hasSize(1);
    }
  }

  @Test
  void only_those_are_taken_whom_the_file_names_and_who_can_go_on() {
    var program =
        new Agent(
            "program",
            "plays",
            new Agent.Means("scripted", null),
            "complete no",
            List.of(),
            Agent.Limits.NONE);
    try (var team =
        TeamScene.in(folder)
            .hire(agent("front", before("expert", "program", "gone")), agent("expert"), program)
            .begin()) {
      var run =
          team.play(
              "front", handoff("boss"), handoff("program"), handoff("gone"), complete("Alone."));
      assertThat(summary(run)).isEqualTo("Alone.");
      assertThat(team.results(run.id()).subList(0, 3))
          .satisfiesExactly(
              it ->
                  assertThat(it)
                      .isEqualTo(
                          "failed: 'boss' is not among those whom you can hand the conversation over to. These are: expert, program, gone."),
              it -> assertThat(it).contains("'program' is a program of its own"),
              it -> assertThat(it).contains("There is no agent 'gone'"));
      assertThat(team.events(run.id(), RunEvent.AgentSwitching.class)).isEmpty();
    }
  }

  @Test
  void two_who_hand_it_to_each_other_come_to_an_end() {
    try (var team =
        TeamScene.in(folder)
            .hire(agent("ping", before("pong")), agent("pong", before("ping")))
            .begin()) {
      var turns = new ArrayList<Turn>();
      for (int i = 0; i < 21; i++) {
        turns.add(handoff(i % 2 == 0 ? "pong" : "ping"));
      }
      turns.add(complete("{{tool_result}}"));
      var run = team.play("ping", turns.toArray(Turn[]::new));
      assertThat(summary(run))
          .isEqualTo("This conversation was handed on 20 times, and no more. Finish it yourself.");
      assertThat(team.events(run.id(), RunEvent.AgentSwitching.class)).hasSize(20);
    }
  }

  @Test
  void a_successor_has_all_the_turns_that_its_file_allows() {
    var usual = Thought.USUAL;
    var two =
        new Thought(usual.sampling(), usual.endpoints(), usual.fallback(), usual.historyItems(), 2);
    var echo = RecordingTool.echo("echo");
    var word = Turn.tool("echo", Map.of("word", "a"));
    try (var team =
        TeamScene.in(folder)
            .hire(
                agent("front", before("expert")), agent("expert", TeamScene.craft(Team.NONE, two)))
            .lending(echo)
            .begin()) {
      var run = team.play("front", word, word, handoff("expert"), word, complete("Done."));
      assertThat(summary(run)).isEqualTo("Done.");
      var late = team.play("front", handoff("expert"), word, word, complete("Done."));
      assertThat(summary(late)).contains("it took 2 turns and was not done");
    }
  }

  @Test
  void the_rules_of_those_who_spoke_before_hold() {
    var echo = RecordingTool.echo("echo");
    var no = new Permissions(List.of(), List.of(), List.of("echo"));
    var all = new Permissions(List.of("echo"), List.of(), List.of());
    try (var team =
        TeamScene.in(folder)
            .hire(agent("front", before("expert"), no), agent("expert", Craft.NONE, all))
            .lending(echo)
            .begin()) {
      var run =
          team.play(
              "front",
              handoff("expert"),
              Turn.tool("echo", Map.of("word", "a")),
              complete("{{tool_result}}"));
      assertThat(summary(run)).isEqualTo("It is not allowed: the rule 'echo' denies it.");
      assertThat(echo.inputs()).isEmpty();
    }
  }
}
