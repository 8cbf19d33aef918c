package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.craft;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.staff.Limits;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Members of a team who work while their lead does something else.
class BackgroundAgentsTest {
  private static final String ID = "{{tool_result}}";

  @TempDir private Path folder;

  private static Agent lead() {
    var team = new Team(List.of(new Team.Mate("member", "member")), List.of());
    return agent("lead", craft(team, Thought.USUAL, new Kit(Kit.Kind.BACKGROUND_AGENTS)));
  }

  private static Agent member(String script) {
    return new Agent(
        "member", "plays", new Agent.Means("scripted", null), script, List.of(), Agent.Limits.NONE);
  }

  private static Turn run() {
    return Turn.tool("run_background_agent", Map.of("agent", "member", "task", "Go."));
  }

  private static Turn ask(String question) {
    return Turn.tool("ask_caller", Map.of("question", question));
  }

  private static Turn use(String tool, String id) {
    return Turn.tool(tool, Map.of("task_id", id));
  }

  /// Tells the lead something when it asks.
  private static void tell(TeamScene team, RunId lead, String words) {
    var need = team.staff().await(lead, it -> !it.needs().isEmpty()).needs().getFirst();
    team.staff().staff().answer(TestStaff.OWNER, lead, need.id(), words);
    team.staff().await(lead, it -> it.needs().stream().noneMatch(other -> other.equals(need)));
  }

  @Test
  void one_is_begun_looked_at_and_its_answer_is_fetched() {
    try (var team = TeamScene.in(folder).hire(lead(), member("say Hm.\ncomplete Red.")).begin()) {
      var id =
          team.start(
              "lead", run(), ask("Which?"), use("view_background_agent", ID), complete("Good."));
      team.staff().await(id, it -> !it.needs().isEmpty());
      var child = team.below(id).getFirst();
      team.staff().awaitEnd(child.id());
      tell(team, id, child.id().text());
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("Good.");
      assertThat(team.results(id).getFirst()).endsWith("The task_id is %s.".formatted(child.id()));
      assertThat(team.results(id).get(2))
          .isEqualTo("%s completed member\n\nRed.".formatted(child.id()));
    }
  }

  @Test
  void after_a_kill_they_are_still_listed_and_can_be_stopped() {
    try (var team = TeamScene.in(folder).hire(lead(), member("ask Which?")).begin()) {
      var id =
          team.start(
              "lead",
              run(),
              ask("Now?"),
              Turn.tool("list_background_agents", Map.of()),
              ask("Which?"),
              use("stop_background_agent", ID),
              complete("Good."));
      team.staff().await(id, it -> !it.needs().isEmpty());
      var child = team.below(id).getFirst();
      team.killAndReopen();
      tell(team, id, "now");
      tell(team, id, child.id().text());
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("Good.");
      assertThat(team.results(id).get(2)).isEqualTo("%s running member".formatted(child.id()));
      assertThat(team.results(id).get(4)).isEqualTo("%s stopped member".formatted(child.id()));
      assertThat(team.staff().run(child.id()).state()).isInstanceOf(State.Stopped.class);
      assertThat(team.below(id)).hasSize(1);
    }
  }

  @Test
  void only_so_many_are_at_work_at_once() {
    try (var team = TeamScene.in(folder).hire(lead(), member("ask Which?")).begin()) {
      var all = Stream.generate(BackgroundAgentsTest::run).limit(21).toArray(Turn[]::new);
      var run = team.play("lead", Turn.calls(all), complete("Good."));
      assertThat(team.results(run.id()))
          .filteredOn(it -> it.startsWith("failed: 20 tasks are running"))
          .hasSize(1);
      assertThat(team.below(run.id())).hasSize(20);
      assertThat(team.below(run.id()))
          .as("what is delegated outlives an end that was reached")
          .allMatch(it -> !it.ended());
      team.below(run.id())
          .forEach(it -> team.staff().staff().stop(TestStaff.OWNER, it.id(), "enough"));
    }
  }

  @Test
  void the_oldest_that_have_ended_make_room_for_others() {
    var many = new Limits(32, 128, 5, 200, 10_000);
    try (var team =
        TeamScene.in(folder).hire(lead(), member("complete Red.")).limited(many).begin()) {
      var turns = new ArrayList<Turn>();
      for (int round = 0; round < 7; round++) {
        turns.add(
            Turn.calls(Stream.generate(BackgroundAgentsTest::run).limit(15).toArray(Turn[]::new)));
        turns.add(ask("Next?"));
      }
      turns.add(Turn.tool("list_background_agents", Map.of()));
      turns.add(complete("{{tool_result}}"));
      var id = team.start("lead", turns.toArray(Turn[]::new));
      for (int round = 0; round < 7; round++) {
        team.staff().await(id, it -> !it.needs().isEmpty());
        team.below(id).forEach(it -> team.staff().awaitEnd(it.id()));
        team.clock().advance(Duration.ofSeconds(1));
        tell(team, id, "Go on.");
      }
      var listed = summary(team.staff().awaitEnd(id)).lines().toList();
      assertThat(team.below(id)).hasSize(105);
      assertThat(listed).hasSize(100).allMatch(it -> it.contains(" completed "));
      var newest = team.below(id).subList(15, 105).stream().map(it -> it.id().text()).toList();
      assertThat(listed.toString()).contains(newest);
    }
  }

  @Test
  void they_end_with_a_run_that_is_stopped() {
    try (var team = TeamScene.in(folder).hire(lead(), member("ask Which?")).begin()) {
      var id = team.start("lead", run(), ask("Now?"), complete("Good."));
      team.staff().await(id, it -> !it.needs().isEmpty());
      var child = team.below(id).getFirst();
      team.staff().staff().stop(TestStaff.OWNER, id, "enough");
      assertThat(team.staff().awaitEnd(child.id()).state()).isInstanceOf(State.Stopped.class);
    }
  }

  @Test
  void nobody_looks_at_the_runs_of_others() {
    try (var team = TeamScene.in(folder).hire(lead(), member("complete Red.")).begin()) {
      var other = team.play("member");
      var run =
          team.play(
              "lead", use("view_background_agent", other.id().text()), complete("{{tool_result}}"));
      assertThat(summary(run)).startsWith("You have no background task '%s'".formatted(other.id()));
    }
  }
}
