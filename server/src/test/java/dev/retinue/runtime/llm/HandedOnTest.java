package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.before;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversations that one agent hands to another stay with it, and what held before holds.
class HandedOnTest {
  private static final Turn HAND_ON = Turn.tool("handoff", Map.of("agent", "expert"));

  @TempDir private Path folder;

  private static Run send(TeamScene team, String session, boolean inLine, Turn... turns) {
    var message = new Message("Well? " + TeamScene.script(turns), inLine, Map.of(), null);
    return team.staff().staff().sessions().send(TestStaff.OWNER, session, message);
  }

  private static Run end(TeamScene team, Run run) {
    return team.staff().await(run.id(), it -> it.ended() && !it.ending());
  }

  private static String open(TeamScene team) {
    return team.staff().staff().sessions().open(TestStaff.OWNER, "front", null).id();
  }

  @Test
  void the_rules_of_those_who_handed_it_on_hold_for_the_next_message_too() {
    var echo = RecordingTool.echo("echo");
    var no = new Permissions(List.of(), List.of(), List.of("echo"));
    var all = new Permissions(List.of("echo"), List.of(), List.of());
    try (var team =
        TeamScene.in(folder)
            .hire(agent("front", before("expert"), no), agent("expert", Craft.NONE, all))
            .lending(echo)
            .begin()) {
      var session = open(team);
      end(team, send(team, session, false, HAND_ON, Turn.text("Here I am.")));
      assertThat(team.staff().staff().sessions().require(TestStaff.OWNER, session).agent())
          .isEqualTo("expert");
      for (int i = 0; i < 2; i++) {
        var run =
            end(
                team,
                send(
                    team,
                    session,
                    false,
                    Turn.tool("echo", Map.of("word", "a")),
                    Turn.text("{{tool_result}}")));
        assertThat(TeamScene.summary(run))
            .isEqualTo("It is not allowed: the rule 'echo' denies it.");
      }
      assertThat(echo.inputs()).isEmpty();
    }
  }

  @Test
  void a_fork_that_goes_back_before_a_transfer_is_with_whoever_answered_then() {
    try (var team =
        TeamScene.in(folder).hire(agent("front", before("expert")), agent("expert")).begin()) {
      var sessions = team.staff().staff().sessions();
      var session = open(team);
      var first = end(team, send(team, session, false, Turn.text("Hello.")));
      sessions.transfer(TestStaff.OWNER, session, "expert");
      var second = end(team, send(team, session, false, Turn.text("Here I am.")));
      assertThat(sessions.fork(TestStaff.OWNER, session, null, first.id()).agent())
          .isEqualTo("front");
      assertThat(sessions.fork(TestStaff.OWNER, session, null, second.id()).agent())
          .isEqualTo("expert");
      assertThat(sessions.fork(TestStaff.OWNER, session, null, null).agent()).isEqualTo("expert");
    }
  }

  @Test
  void a_message_that_waited_is_answered_by_whoever_has_the_conversation_then() {
    try (var team =
        TeamScene.in(folder).hire(agent("front", before("expert")), agent("expert")).begin()) {
      var session = open(team);
      send(team, session, false, HAND_ON, Turn.text("Here I am."));
      var second = send(team, session, true, Turn.text("Still here."));
      assertThat(TeamScene.summary(end(team, second))).isEqualTo("Still here.");
      assertThat(team.llm().exchanges().getLast().conversation().system())
          .contains("You are the expert.")
          .doesNotContain("You are the front.");
      assertThat(team.events(second.id(), RunEvent.AgentSwitching.class)).hasSize(1);
    }
  }
}
