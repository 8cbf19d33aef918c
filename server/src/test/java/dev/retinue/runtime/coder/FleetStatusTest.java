package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How agents are, made of what Coder and they themselves say.
final class FleetStatusTest {
  @ParameterizedTest
  @CsvSource({
    "PENDING, PENDING",
    "STARTING, STARTING",
    "CONNECTING, STARTING",
    "BOOTING, STARTING",
    "IDLE, IDLE",
    "BUSY, BUSY",
    "UNHEALTHY, FAILED",
    "DISCONNECTED, OFFLINE",
    "TIMED_OUT, OFFLINE",
    "STOPPING, STOPPING",
    "STOPPED, STOPPED",
    "FAILED, FAILED",
    "CANCELING, CANCELING",
    "CANCELED, CANCELED",
    "DELETING, DELETING",
    "DORMANT, STOPPED"
  })
  void a_workspace_has_one_status_in_the_list_and_alone(Stage stage, FleetStatus status)
      throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), stage);

      assertThat(scene.fleet.agents(null, null))
          .extracting(FleetAgent::status)
          .containsExactly(status);
      assertThat(scene.fleet.show("AMY").status()).isEqualTo(status);
    }
  }

  @Test
  void what_the_agent_says_itself_is_above_what_it_once_reported() throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);
      amy.report("working", "I have begun.");

      assertThat(scene.fleet.agents(FleetStatus.BUSY, null)).hasSize(1);
      assertThat(scene.fleet.show("amy").status()).isEqualTo(FleetStatus.IDLE);
    }
  }

  @Test
  void work_of_an_earlier_build_makes_nobody_busy() throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.BUSY);
      scene.fleet.restart("amy");
      scene.coder.settle();

      assertThat(scene.fleet.agents(null, null))
          .extracting(FleetAgent::status)
          .containsExactly(FleetStatus.IDLE);
    }
  }

  @Test
  void an_agent_whose_scripts_failed_is_up_and_says_so() throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var setup = scene.coder.project("Setup", "coder");
      scene.coder.workspace("amy", setup, Stage.IDLE).agent("connected", "start_error");

      var amy = scene.fleet.show("amy");
      assertThat(amy.status()).isEqualTo(FleetStatus.IDLE);
      assertThat(amy.metadata()).containsEntry("startup", "start_error");
    }
  }

  @Test
  void offline_stands_for_all_that_are_not_up() throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      var setup = scene.coder.project("Setup", "coder");
      scene.coder.workspace("amy", setup, Stage.IDLE);
      scene.coder.workspace("bob", setup, Stage.STOPPED);
      scene.coder.workspace("cleo", setup, Stage.DISCONNECTED);

      assertThat(scene.fleet.agents(FleetStatus.OFFLINE, null))
          .extracting(FleetAgent::name)
          .containsExactlyInAnyOrder("bob", "cleo");
    }
  }

  @Test
  void a_container_beside_the_agent_does_not_count() throws InterruptedException {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var setup = scene.coder.project("Setup", "coder").withSubAgent();
      scene.coder.workspace("amy", setup, Stage.IDLE);

      assertThat(scene.fleet.show("amy").status()).isEqualTo(FleetStatus.IDLE);
    }
  }
}
