package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.leading;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static dev.retinue.runtime.llm.TeamScene.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Permissions;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.staff.StaffScene;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents of the fleet are members of teams like any other, and may do no more than those for whom
/// they work.
final class FleetInTeamsTest {
  @TempDir private Path folder;

  private TeamScene team(FleetScene fleet, Permissions lead) {
    var coder = fleet.coder.stepsOfWork(3);
    coder.workspace("amy", coder.project("Setup", "coder"), Stage.IDLE);
    return TeamScene.in(folder)
        .hire(agent("lead", leading("amy"), lead), StaffScene.member("amy", null))
        .with(StaffScene.runtime(fleet, Duration.ofMinutes(1), InstantSource.system()))
        .begin();
  }

  @Test
  void an_agent_of_the_fleet_does_a_task_of_its_lead() {
    try (var fleet = new FleetScene(Mode.CURRENT);
        var team = team(fleet, Permissions.NONE)) {
      var run = team.play("lead", transfer("amy", "Build it."), complete("{{tool_result}}"));

      assertThat(summary(run)).isEqualTo("I have done it.");
      assertThat(fleet.coder.workspace("amy").agentApi().messages().toString())
          .contains("Build it.");
      assertThat(team.below(run.id()).getFirst().dossier().usage().unpriced()).isTrue();
    }
  }

  @Test
  void what_its_lead_may_not_do_it_cannot_be_held_to() {
    try (var fleet = new FleetScene(Mode.CURRENT);
        var team = team(fleet, new Permissions(List.of(), List.of(), List.of("shell")))) {
      var run = team.play("lead", transfer("amy", "Build it."), complete("{{tool_result}}"));

      assertThat(summary(run)).contains("The rule 'shell' denies something whatever happens");
      assertThat(fleet.coder.appRequests()).isEmpty();
    }
  }
}
