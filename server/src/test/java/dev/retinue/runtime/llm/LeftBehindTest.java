package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.craft;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.State;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a turn of a conversation leaves at work in the background.
class LeftBehindTest {
  private static final Caller ANNA = TestStaff.OWNER;

  @TempDir private Path folder;
  private TeamScene team;

  @BeforeEach
  void begin() {
    var mates = new Team(List.of(new Team.Mate("member", "member")), List.of());
    var member =
        new Agent(
            "member",
            "plays",
            new Agent.Means("scripted", null),
            "charge 0.25\nask Which?\nsay Hm.\ncomplete Red.",
            List.of(),
            Agent.Limits.NONE);
    var lead = agent("lead", craft(mates, Thought.USUAL, new Kit(Kit.Kind.BACKGROUND_AGENTS)));
    team = TeamScene.in(folder).hire(lead, member).begin();
  }

  @AfterEach
  void end() {
    team.close();
  }

  private static Turn run() {
    return Turn.tool("run_background_agent", Map.of("agent", "member", "task", "Go."));
  }

  private static Turn use(String tool, RunId id) {
    return Turn.tool(tool, Map.of("task_id", id.text()));
  }

  private static Turn list() {
    return Turn.tool("list_background_agents", Map.of());
  }

  private Sessions sessions() {
    return team.staff().staff().sessions();
  }

  private Session open() {
    return sessions().open(ANNA, "lead", null);
  }

  private Run say(Session session, Turn... turns) {
    var message = new Message("Do it. " + TeamScene.script(turns));
    var run = sessions().send(ANNA, session.id(), message);
    return team.staff().await(run.id(), it -> it.ended() && !it.ending());
  }

  /// The one that this turn began, when it waits for an answer.
  private Run begunBy(Run turn) {
    var below = team.below(turn.id());
    assertThat(below).hasSize(1);
    return team.staff().await(below.getFirst().id(), it -> !it.needs().isEmpty());
  }

  private void letGo(Run child) {
    var need = child.needs().getFirst().id();
    team.staff().staff().answer(ANNA, child.id(), need, "the red one");
    team.staff().await(child.id(), it -> it.ended() && !it.ending());
  }

  @Test
  void a_later_turn_lists_it_and_has_its_answer() {
    var session = open();
    var child = begunBy(say(session, run(), Turn.text("It is begun.")));
    var second = say(session, list(), Turn.text("It works."));
    assertThat(team.results(second.id())).containsExactly(child.id() + " running member");
    letGo(child);
    var third = say(session, use("view_background_agent", child.id()), Turn.text("Red it is."));
    assertThat(team.results(third.id())).containsExactly(child.id() + " completed member\n\nRed.");
    assertThat(summary(third)).isEqualTo("Red it is.");
  }

  @Test
  void a_later_turn_stops_it_after_a_restart_too() {
    var session = open();
    var child = begunBy(say(session, run(), Turn.text("It is begun.")));
    team.killAndReopen();
    var second = say(session, use("stop_background_agent", child.id()), Turn.text("Enough."));
    assertThat(team.results(second.id())).containsExactly(child.id() + " stopped member");
    assertThat(team.staff().run(child.id()).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void a_message_that_was_stopped_before_its_turn_loses_nothing() {
    var session = open();
    var child = begunBy(say(session, run(), Turn.text("It is begun.")));
    var asking = Turn.tool("run_background_agent", Map.of("agent", "member", "task", "Go."));
    var second =
        sessions()
            .send(
                ANNA,
                session.id(),
                new Message("Do it. " + TeamScene.script(asking, Turn.text("Two."))));
    var waiting = sessions().send(ANNA, session.id(), new Message("Wait.", true, Map.of(), null));
    sessions().interrupt(ANNA, session.id(), waiting.id(), false);
    team.staff().await(second.id(), it -> it.ended() && !it.ending());
    var last = say(session, list(), Turn.text("Both."));
    assertThat(team.results(last.id()).getFirst().lines())
        .hasSize(2)
        .contains(child.id() + " running member");
  }

  @Test
  void closing_the_session_stops_it_and_a_plain_interruption_does_not() {
    var session = open();
    var child = begunBy(say(session, run(), Turn.text("It is begun.")));
    assertThat(sessions().interrupt(ANNA, session.id(), false)).isEmpty();
    assertThat(team.staff().run(child.id()).ended()).isFalse();
    sessions().close(ANNA, session.id());
    assertThat(team.staff().run(child.id()).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void a_session_that_is_over_with_its_answer_leaves_nothing_at_work() {
    var opening = new Opening("lead", null, null, Budget.UNLIMITED, null, true);
    var turn = say(sessions().open(ANNA, opening), run(), Turn.text("It is begun."));
    assertThat(summary(turn)).isEqualTo("It is begun.");
    assertThat(team.below(turn.id())).hasSize(1).allMatch(Run::ended);
  }

  @Test
  void who_interrupts_everything_stops_it() {
    var session = open();
    var child = begunBy(say(session, run(), Turn.text("It is begun.")));
    assertThat(sessions().interrupt(ANNA, session.id(), true))
        .extracting(Run::id)
        .containsExactly(child.id());
    assertThat(team.staff().run(child.id()).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void another_session_does_not_find_it() {
    var child = begunBy(say(open(), run(), Turn.text("It is begun.")));
    var other = open();
    var turn =
        say(other, list(), use("view_background_agent", child.id()), Turn.text("Nothing there."));
    assertThat(team.results(turn.id()).getFirst()).isEqualTo("There are none.");
    assertThat(team.results(turn.id()).getLast()).contains("You have no background task");
  }

  @Test
  void what_it_costs_is_on_the_account_of_the_session() {
    var session = open();
    var child = begunBy(say(session, run(), Turn.text("It is begun.")));
    letGo(child);
    var used = sessions().require(ANNA, session.id()).past().usage().cost();
    assertThat(used).isGreaterThanOrEqualTo(Money.usd("0.25"));
  }

  @Test
  void where_a_budget_holds_for_all_turns_nothing_goes_on_beside_the_next() {
    var budget = Budget.cost(Money.usd("1000"));
    var session = sessions().open(ANNA, new Opening("lead", null, null, budget, null, false));
    var turn = say(session, run(), Turn.text("It is begun."));
    assertThat(team.below(turn.id())).allMatch(Run::ended);
  }
}
