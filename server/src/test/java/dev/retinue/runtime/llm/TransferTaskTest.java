package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.leading;
import static dev.retinue.runtime.llm.TeamScene.script;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static dev.retinue.runtime.llm.TeamScene.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A member of a team does what its lead gives it, in a run below the lead's.
class TransferTaskTest {
  @TempDir private Path folder;

  private static Agent player(String name, String script) {
    return new Agent(
        name, "plays", new Agent.Means("scripted", null), script, List.of(), Agent.Limits.NONE);
  }

  @Test
  void a_member_does_the_task_and_its_answer_is_the_result() {
    try (var team =
        TeamScene.in(folder).hire(agent("lead", leading("writer")), agent("writer")).begin()) {
      var run =
          team.play(
              "lead",
              transfer("writer", "Write a line. " + script(complete("Roses are red."))),
              complete("It says: {{tool_result}}"));
      assertThat(summary(run)).isEqualTo("It says: Roses are red.");
      var below = team.below(run.id());
      assertThat(below).hasSize(1);
      assertThat(below.getFirst().commission().agent().name()).isEqualTo("writer");
      assertThat(team.llm().exchanges().get(1).conversation().messages().toString())
          .contains("Write a line.", "What is expected of you:", "A sentence.");
    }
  }

  @Test
  void what_a_member_delivers_is_told_with_its_summary() {
    try (var team =
        TeamScene.in(folder).hire(agent("lead", leading("writer")), agent("writer")).begin()) {
      var deliver =
          Turn.tool("agent_complete", Map.of("summary", "Done.", "payload", "x".repeat(30_000)));
      var run = team.play("lead", transfer("writer", script(deliver)), complete("Good."));
      assertThat(team.results(run.id()).getFirst())
          .startsWith("Done.\n\nThe result:\n\nxxx")
          .contains("[… 10000 more bytes are in the payload of agent-")
          .hasSizeLessThan(21_000);
    }
  }

  @Test
  void several_at_once_are_at_work_at_the_same_time() {
    try (var team =
        TeamScene.in(folder)
            .hire(
                agent("lead", leading("one", "two")),
                player("one", "ask A?\ncomplete {answer}"),
                player("two", "ask B?\ncomplete {answer}"))
            .begin()) {
      var id =
          team.start(
              "lead",
              Turn.calls(transfer("one", "Go."), transfer("two", "Go.")),
              complete("Both."));
      team.staff().awaitEvent(id, it -> it instanceof RunEvent.ToolCalled);
      for (var name : List.of("one", "two")) {
        var waiting = awaitBelow(team, id, name);
        team.staff()
            .staff()
            .answer(TestStaff.OWNER, waiting.id(), waiting.needs().getFirst().id(), "yes " + name);
      }
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("Both.");
      assertThat(team.results(id).subList(0, 2)).containsExactlyInAnyOrder("yes one", "yes two");
    }
  }

  private static Run awaitBelow(TeamScene team, RunId above, String agent) {
    while (true) {
      var found =
          team.below(above).stream()
              .filter(it -> it.commission().agent().name().equals(agent))
              .findFirst();
      if (found.isPresent()) {
        return team.staff().await(found.get().id(), it -> !it.needs().isEmpty());
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void somebody_else_is_refused_with_the_names_of_the_members() {
    try (var team =
        TeamScene.in(folder)
            .hire(agent("lead", leading("writer", "tester")), agent("writer"), agent("other"))
            .begin()) {
      var run =
          team.play(
              "lead",
              transfer("other", "Go."),
              transfer("writter", "Go."),
              Turn.tool("transfer_task", Map.of("agent", "writer")),
              complete("I see."));
      assertThat(team.results(run.id()).subList(0, 3))
          .containsExactly(
              "failed: 'other' is not among the members of your team. These are: writer, tester.",
              "failed: 'writter' is not among the members of your team. These are: writer, tester. Did you mean 'writer'?",
              "failed: task is missing: say what is to be done.");
      assertThat(team.below(run.id())).isEmpty();
    }
  }

  @Test
  void what_goes_wrong_below_is_a_failed_result_with_its_reason() {
    try (var team =
        TeamScene.in(folder)
            .hire(agent("lead", leading("fails")), player("fails", "fail error no paper"))
            .begin()) {
      var run = team.play("lead", transfer("fails", "Go."), complete("It could not."));
      assertThat(summary(run)).isEqualTo("It could not.");
      assertThat(team.results(run.id()).getFirst())
          .isEqualTo("failed: 'fails' failed (error): no paper");
    }
  }

  @Test
  void going_round_in_a_circle_is_refused_with_the_path() {
    try (var team =
        TeamScene.in(folder)
            .hire(agent("lead", leading("writer")), agent("writer", leading("lead")))
            .begin()) {
      var run =
          team.play(
              "lead",
              transfer("writer", script(transfer("lead", "Do it."), complete("{{tool_result}}"))),
              complete("{{tool_result}}"));
      assertThat(summary(run)).contains("in a circle (lead → writer → lead)");
    }
  }

  @Test
  void too_deep_is_refused_with_the_path() {
    var scene = TeamScene.in(folder);
    for (int i = 0; i <= 6; i++) {
      scene.hire(agent("a" + i, leading("a" + (i + 1))));
    }
    try (var team = scene.begin()) {
      var task = script(transfer("a6", "Go."), complete("{{tool_result}}"));
      for (int i = 5; i > 1; i--) {
        task = script(transfer("a" + i, task), complete("{{tool_result}}"));
      }
      var run = team.play("a0", transfer("a1", task), complete("{{tool_result}}"));
      assertThat(summary(run))
          .contains("runs may be 5 deep at most", "(a0 → a1 → a2 → a3 → a4 → a5 → a6)");
    }
  }

  @Test
  void all_of_it_is_on_one_budget() {
    try (var team =
        TeamScene.in(folder).hire(agent("lead", leading("writer")), agent("writer")).begin()) {
      var request =
          StartRequest.of(
                  "lead",
                  "Do it. "
                      + script(transfer("writer", script(complete("Red."))), complete("Done.")))
              .under(new Terms(Budget.cost(Money.usd("100")), true, null, null));
      var run = team.staff().awaitEnd(team.staff().start(request));
      var below = team.below(run.id()).getFirst();
      assertThat(summary(run)).isEqualTo("Done.");
      assertThat(team.staff().account(run.id()).spent().cost())
          .isEqualTo(run.dossier().usage().cost().plus(below.dossier().usage().cost()));
    }
  }

  @Test
  void after_a_kill_the_same_member_goes_on_with_it() throws Exception {
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var slow =
        new RecordingTool(
            "slow",
            true,
            _ -> {
              begun.countDown();
              go.await();
              return Tool.Result.of("slow");
            });
    try (var team =
        TeamScene.in(folder)
            .hire(agent("lead", leading("writer")), agent("writer"))
            .lending(slow)
            .begin()) {
      var id =
          team.start(
              "lead",
              transfer("writer", script(Turn.tool("slow", Map.of("word", "x")), complete("Red."))),
              complete("It says: {{tool_result}}"));
      begun.await();
      team.killAndReopen();
      go.countDown();
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("It says: Red.");
      assertThat(team.below(id)).hasSize(1);
      assertThat(team.below(id).getFirst().state()).isInstanceOf(State.Completed.class);
    }
  }
}
