package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.leading;
import static dev.retinue.runtime.llm.TeamScene.script;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static dev.retinue.runtime.llm.TeamScene.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Permissions.Otherwise;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Vigilance;
import dev.retinue.core.craft.Craft;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Whoever works for another may do no more than that one, in whatever runtime.
class RightsBelowTest {
  private static final Permissions NO_ECHO = new Permissions(List.of(), List.of(), List.of("echo"));
  private static final Turn ECHO = Turn.tool("echo", Map.of("word", "hello"));

  @TempDir private Path folder;
  private final RecordingTool echo = RecordingTool.echo("echo");

  private TeamScene scene() {
    return TeamScene.in(folder).lending(echo);
  }

  /// The same, as one that changes something.
  private Tool changing() {
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return echo.spec();
      }

      @Override
      public boolean isRepeatable() {
        return false;
      }

      @Override
      public Result call(String call, ObjectNode input) throws InterruptedException {
        return echo.call(call, input);
      }
    };
  }

  private static Run awaitBelow(TeamScene team, RunId above) {
    team.staff().await(above, it -> !team.below(it.id()).isEmpty());
    return team.below(above).getFirst();
  }

  @Test
  void what_the_lead_may_not_do_its_member_may_not_do_either() {
    try (var team =
        scene().hire(agent("lead", leading("writer"), NO_ECHO), agent("writer")).begin()) {
      var run =
          team.play(
              "lead",
              transfer("writer", script(ECHO, complete("{{tool_result}}"))),
              complete("{{tool_result}}"));
      assertThat(summary(run)).isEqualTo("It is not allowed: the rule 'echo' denies it.");
      assertThat(echo.inputs()).isEmpty();
      assertThat(summary(team.play("writer", ECHO, complete("{{tool_result}}"))))
          .as("alone it may")
          .isEqualTo("hello");
    }
  }

  @Test
  void nor_may_those_below_its_members() {
    try (var team =
        scene()
            .hire(
                agent("lead", leading("writer"), NO_ECHO),
                agent("writer", leading("typist")),
                agent("typist", Craft.NONE, new Permissions(List.of("echo"), List.of(), List.of())))
            .begin()) {
      var typing = script(ECHO, complete("{{tool_result}}"));
      var run =
          team.play(
              "lead",
              transfer("writer", script(transfer("typist", typing), complete("{{tool_result}}"))),
              complete("{{tool_result}}"));
      assertThat(summary(run)).startsWith("It is not allowed");
      assertThat(echo.inputs()).isEmpty();
    }
  }

  @Test
  void the_rules_of_one_who_plays_a_script_hold_below_it_too() {
    var boss =
        new Agent(
            "boss",
            "plays",
            new Agent.Means("scripted", null),
            "start writer: {prompt}\nawait\ncomplete {results}",
            List.of(),
            Agent.Limits.NONE,
            new Conduct(NO_ECHO, Confinement.USUAL, Vigilance.USUAL, null));
    try (var team = scene().hire(boss, agent("writer")).begin()) {
      var run = team.play("boss", ECHO, complete("{{tool_result}}"));
      assertThat(summary(run)).contains("It is not allowed: the rule 'echo' denies it.");
      assertThat(echo.inputs()).isEmpty();
    }
  }

  @Test
  void what_the_lead_must_ask_for_its_member_asks_the_caller_of_the_tree() {
    var asking = new Permissions(List.of(), List.of("echo"), List.of());
    try (var team =
        scene()
            .hire(
                agent("lead", leading("writer"), asking),
                agent("writer", Craft.NONE, new Permissions(List.of("echo"), List.of(), List.of())))
            .begin()) {
      var id =
          team.start(
              "lead",
              transfer("writer", script(ECHO, complete("{{tool_result}}"))),
              complete("{{tool_result}}"));
      var child = awaitBelow(team, id);
      var need = team.staff().await(child.id(), it -> !it.needs().isEmpty()).needs().getFirst();
      assertThat(need.text()).contains("echo", "the rule 'echo' asks");
      team.staff().staff().answer(TestStaff.OWNER, child.id(), need.id(), "allow");
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("hello");
    }
  }

  /// A file of a project says what its agent tells others to do.
  @Test
  void what_an_agent_of_a_project_has_to_ask_for_those_below_it_ask_for_too() {
    var usual = leading("writer");
    var strange =
        new Craft(
            new Craft.Origin("/project/lead.yaml", false),
            usual.greeting(),
            usual.kits(),
            usual.team(),
            usual.background(),
            usual.thought(),
            usual.commands(),
            usual.hooks(),
            null);
    try (var team =
        TeamScene.in(folder)
            .lending(changing())
            .hire(agent("lead", strange), agent("writer"))
            .begin()) {
      var id =
          team.start(
              "lead",
              transfer("writer", script(ECHO, complete("{{tool_result}}"))),
              complete("{{tool_result}}"));
      var first = team.staff().await(id, it -> !it.needs().isEmpty()).needs().getFirst();
      team.staff().staff().answer(TestStaff.OWNER, id, first.id(), "allow");
      var child = awaitBelow(team, id);
      var now = team.staff().await(child.id(), it -> !it.needs().isEmpty() || it.ended());
      assertThat(now.needs())
          .singleElement()
          .satisfies(it -> assertThat(it.text()).contains("echo", "is not the operator's"));
      team.staff().staff().answer(TestStaff.OWNER, child.id(), now.needs().getFirst().id(), "deny");
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("It was denied.");
      assertThat(echo.inputs()).isEmpty();
    }
  }

  @Test
  void where_nobody_answers_it_is_denied_at_the_deadline_and_the_team_goes_on() {
    var asking =
        new Permissions(List.of(), List.of("echo"), List.of(), null, Duration.ofMillis(1), false);
    var impatient =
        new Permissions(List.of(), List.of(), List.of(), null, Duration.ofMillis(1), false);
    try (var team =
        scene()
            .hire(agent("lead", leading("writer"), asking), agent("writer", Craft.NONE, impatient))
            .begin()) {
      var run =
          team.play(
              "lead",
              transfer("writer", script(ECHO, complete("{{tool_result}}"))),
              complete("{{tool_result}}"));
      assertThat(summary(run)).isEqualTo("It was denied: nobody answered within 0.001 s");
      assertThat(echo.inputs()).isEmpty();
    }
  }

  @Test
  void what_a_lead_leaves_to_nobody_its_member_may_do_only_if_the_lead_may() {
    var closed =
        new Permissions(
            List.of("transfer_task"), List.of(), List.of(), Otherwise.DENY, null, false);
    var open =
        new Permissions(
            List.of("transfer_task", "echo"), List.of(), List.of(), Otherwise.DENY, null, false);
    var all = new Permissions(List.of("echo"), List.of(), List.of());
    try (var team =
        scene()
            .hire(
                agent("closed", leading("writer"), closed),
                agent("open", leading("writer"), open),
                agent("writer", Craft.NONE, all))
            .begin()) {
      var task = transfer("writer", script(ECHO, complete("{{tool_result}}")));
      assertThat(summary(team.play("closed", task, complete("{{tool_result}}"))))
          .isEqualTo("It is not allowed: whoever gave it this work may not do it either.");
      assertThat(summary(team.play("open", task, complete("{{tool_result}}")))).isEqualTo("hello");
    }
  }

  @Test
  void a_rule_may_deny_the_giving_of_tasks_itself() {
    var alone = new Permissions(List.of(), List.of(), List.of("transfer_task"));
    try (var team =
        scene().hire(agent("lead", leading("writer"), alone), agent("writer")).begin()) {
      var run = team.play("lead", transfer("writer", "Go."), complete("{{tool_result}}"));
      assertThat(summary(run)).isEqualTo("It is not allowed: the rule 'transfer_task' denies it.");
      assertThat(team.below(run.id())).isEmpty();
    }
  }

  @Test
  void a_lead_of_a_project_is_asked_about_before_it_gives_tasks_until_one_says_always() {
    var usual = leading("writer");
    var strange =
        new Craft(
            new Craft.Origin("/project/lead.yaml", false),
            "",
            List.of(),
            usual.team(),
            usual.background(),
            usual.thought(),
            Map.of(),
            List.of(),
            null);
    try (var team = scene().hire(agent("lead", strange), agent("writer")).begin()) {
      var task = script(complete("Written."));
      var id =
          team.start(
              "lead",
              transfer("writer", "One. " + task),
              transfer("writer", "Two. " + task),
              transfer("writer", "Three. " + task),
              complete("{{tool_result}}"));
      for (var answer : List.of("allow", "always transfer_task")) {
        var need = team.staff().await(id, it -> !it.needs().isEmpty()).needs().getFirst();
        assertThat(need.text()).contains("the file of this agent is not the operator's");
        team.staff().staff().answer(TestStaff.OWNER, id, need.id(), answer);
        team.staff().await(id, it -> it.needs().stream().noneMatch(need::equals));
      }
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("Written.");
      assertThat(team.below(id)).hasSize(3);
    }
  }
}
