package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The life of agents, on every Coder.
final class FleetLifeTest {
  private static ErrorCode refusal(ThrowingCallable call) {
    return catchThrowableOfType(RetinueException.class, call).code();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void an_agent_is_made_told_interrupted_restarted_and_removed(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      var coder = scene.coder;
      var fleet = scene.fleet;
      coder.project("Setup", "operator", "Coder");

      var made = scene.create("amy");
      assertThat(made.status()).isEqualTo(FleetStatus.STARTING);
      assertThat(made.role()).isEqualTo("Coder");
      assertThat(made.project()).isEqualTo("Setup");
      assertThat(made.lastTask()).isEqualTo("Do it.");
      coder.settle();
      assertThat(fleet.show("amy").status()).isEqualTo(FleetStatus.BUSY);
      assertThat(fleet.show("amy").metadata())
          .containsEntry("ai_prompt", "Do it.")
          .containsEntry("system_prompt", "You are a Coder.");
      assertThat(refusal(() -> fleet.start("amy", "More."))).isEqualTo(ErrorCode.CONFLICT);

      var amy = coder.workspace("amy");
      amy.agentApi().finish("It is done.");
      assertThat(fleet.start("amy", "Another.").message()).isEqualTo("Another.");
      assertThat(amy.agentApi().messages().toString()).contains("Another.");

      assertThat(fleet.cancel("amy").message()).isEqualTo("Interrupt signal sent to agent 'amy'");
      assertThat(amy.agentApi().keys()).containsExactly("\u0003");
      assertThat(refusal(() -> fleet.cancel("amy"))).isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(amy.agentApi().keys()).hasSize(1);

      var history = fleet.history("amy", 1, 20);
      assertThat(history.items())
          .extracting(Fleet.TaskEntry::message)
          .contains("Do it.", "Another.", "It is done.");
      assertThat(fleet.log("amy", 1, 1).entries().items().getFirst().message())
          .contains("Interrupted");

      var restarted = fleet.restart("amy");
      assertThat(restarted.status()).isEqualTo(FleetStatus.STARTING);
      coder.settle();
      assertThat(amy.status()).isEqualTo("running");
      assertThat(amy.buildCount()).isEqualTo(3);
      assertThat(fleet.history("amy", 1, 20).items())
          .extracting(Fleet.TaskEntry::message)
          .contains("Do it.", "Another.");

      assertThat(fleet.delete("amy").message()).isEqualTo("Agent 'amy' deleted successfully");
      assertThat(refusal(() -> fleet.show("amy"))).isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  @Test
  void what_a_server_does_not_restart_although_it_says_so_is_started() throws Exception {
    try (var scene = new FleetScene(Mode.V2_28)) {
      scene.coder.version("v2.99.0+lie");
      var amy = scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);

      scene.fleet.restart("amy");
      scene.coder.settle();

      assertThat(amy.status()).isEqualTo("running");
      assertThat(amy.buildCount()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"DELETED", "DELETING"},
      mode = EnumSource.Mode.EXCLUDE)
  void any_agent_can_be_restarted(Stage stage) throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), stage);

      scene.fleet.restart("amy");
      scene.coder.settle();

      assertThat(amy.status()).isEqualTo("running");
      assertThat(scene.coder.requests("POST", "/api/v2/workspaces/*/builds")).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"DELETED", "DELETING"},
      mode = EnumSource.Mode.EXCLUDE)
  void any_agent_can_be_deleted(Stage stage) throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var setup = scene.coder.project("Setup", "coder").usersMayCancel(stage != Stage.STARTING);
      var amy = scene.coder.workspace("amy", setup, stage);

      assertThat(scene.fleet.delete("amy").status()).isEqualTo(FleetStatus.DELETED);
      assertThat(amy.status()).isEqualTo("deleted");
    }
  }

  @Test
  void a_deletion_that_fails_is_told() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene
          .coder
          .workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE)
          .nextBuildFails("terraform destroy: exit status 1");

      assertThat(refusal(() -> scene.fleet.delete("amy"))).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    }
  }

  @ParameterizedTest
  @CsvSource({"STOPPED", "CONNECTING", "DISCONNECTED", "UNHEALTHY"})
  void who_is_not_up_takes_no_task_and_has_none(Stage stage) {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), stage);

      assertThat(refusal(() -> scene.fleet.start("amy", "It."))).isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(refusal(() -> scene.fleet.cancel("amy"))).isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(scene.coder.appRequests()).isEmpty();
    }
  }

  @Test
  void who_has_no_terminal_is_not_interrupted() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.BUSY);
      amy.agentApi().transport("acp");

      assertThat(refusal(() -> scene.fleet.cancel("amy"))).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(amy.agentApi().keys()).isEmpty();
    }
  }

  @Test
  void who_has_no_agentapi_can_be_shown_and_says_why_not_more() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var setup = scene.coder.project("Setup", "coder").withoutApp();
      scene.coder.workspace("amy", setup, Stage.IDLE);

      assertThat(scene.fleet.show("amy").status()).isEqualTo(FleetStatus.IDLE);
      assertThat(refusal(() -> scene.fleet.start("amy", "It.")))
          .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(scene.fleet.log("amy", 1, 5).source()).isEqualTo(Fleet.Source.BUILD);
    }
  }

  @Test
  void the_token_and_the_secrets_of_a_workspace_stay_where_they_are() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);
      scene.fleet.start("amy", "It.");
      scene.fleet.cancel("amy");
      var seen =
          scene.fleet.agents(null, null)
              + scene.fleet.show("amy").toString()
              + scene.fleet.history("amy", 1, 100)
              + scene.fleet.log("amy", 1, 100);

      assertThat(seen).doesNotContain(FakeCoder.SECRET).doesNotContain(scene.coder.token());
      assertThat(amy.received()).isNotEmpty();
      assertThat(amy.received().toString()).doesNotContain(scene.coder.token());
    }
  }
}
