package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet.Order;
import dev.retinue.core.fleet.Fleet.Progress;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.fake.FakeWorkspace;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Who is waited for: until it is up, until it is idle.
final class FleetWaitTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private static RetinueException refusal(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(RetinueException.class, call));
  }

  private static FakeWorkspace amy(FleetScene scene, Stage stage) {
    return scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), stage);
  }

  private static Order starting(String task) {
    return new Order("amy", task, false, true);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void a_stopped_agent_is_started_for_its_task(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      var amy = amy(scene, Stage.STOPPED);
      var heard = new ArrayList<String>();

      var assigned = scene.fleet.assign(starting("It."), LONG, heard::add);
      assertThat(assigned.queued()).isNull();
      assertThat(amy.buildCount()).isEqualTo(3);
      assertThat(amy.agentApi().messages().toString()).contains("It.");
      assertThat(heard).contains("Agent 'amy' is starting");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"STOPPING", "STOPPED", "FAILED", "CANCELED", "DORMANT", "PENDING", "BOOTING"})
  void whoever_can_come_up_is_waited_for(Stage stage) throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, stage);

      scene.fleet.assign(starting("It."), LONG, Progress.NOBODY);
      assertThat(amy.agentApi().messages().toString()).contains("It.");
    }
  }

  @Test
  void an_agent_that_begins_with_its_first_task_again_is_waited_for() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.project("Setup", "coder").promptRunsAgain();
      scene.create("amy");
      scene.coder.settle();
      scene.coder.workspace("amy").agentApi().finish("Done.");
      scene.coder.stepsOfWork(3);
      stop(scene, "amy");

      scene.fleet.assign(starting("It."), LONG, Progress.NOBODY);
      assertThat(scene.coder.workspace("amy").agentApi().messages().toString())
          .contains("Do it.")
          .contains("It.");
    }
  }

  private static void stop(FleetScene scene, String name) {
    scene.coder.workspace(name).stop();
    scene.coder.settle();
  }

  @Test
  void who_does_not_come_up_in_time_is_told_or_the_task_waits() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      amy(scene, Stage.STOPPED);

      var late = refusal(() -> scene.fleet.assign(starting("It."), Duration.ZERO, _ -> {}));
      assertThat(late.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(late.getMessage()).contains("'queue'");
      var order = new Order("amy", "It.", true, true);
      assertThat(scene.fleet.assign(order, Duration.ZERO, Progress.NOBODY).queued()).isNotNull();
    }
  }

  @Test
  void who_cannot_be_started_is_told() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.STOPPED).nextBuildFails("terraform apply: exit status 1");

      var refusal = refusal(() -> scene.fleet.assign(starting("It."), LONG, Progress.NOBODY));
      assertThat(refusal.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(refusal.getMessage()).contains("show_agent_log");
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void who_waits_gets_what_the_agent_said(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      amy(scene, Stage.IDLE);
      scene.coder.stepsOfWork(4);
      scene.fleet.start("amy", "It.");
      var heard = new ArrayList<String>();

      var outcome = scene.fleet.await("amy", null, LONG, heard::add);
      assertThat(outcome.status()).isEqualTo(FleetStatus.IDLE);
      assertThat(outcome.answer()).isEqualTo("I have done it.");
      assertThat(heard).contains("Agent 'amy' is busy");
    }
  }

  @Test
  void who_is_made_is_waited_for_until_it_is_idle() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.project("Setup", "coder");
      scene.coder.stepsOfWork(3);
      scene.create("amy");

      assertThat(scene.fleet.await("amy", null, LONG, Progress.NOBODY).answer())
          .isEqualTo("I have done it.");
    }
  }

  @Test
  void the_wait_ends_in_time_and_when_the_agent_is_lost() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);

      var outcome = scene.fleet.await("amy", null, Duration.ofMillis(50), Progress.NOBODY);
      assertThat(outcome.status()).isEqualTo(FleetStatus.BUSY);
      assertThat(outcome.answer()).isNull();
      amy.agent("disconnected", "ready");
      assertThat(scene.fleet.await("amy", null, LONG, Progress.NOBODY).status())
          .isEqualTo(FleetStatus.OFFLINE);
    }
  }

  @Test
  void the_wait_goes_on_while_coder_is_away() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.BUSY).agentApi().finish("Done.");
      scene.coder.fault("GET", "/api/v2/workspaces/*", Fault.html(502, "No").times(3));
      scene.coder.fault("GET", "/@*/messages", Fault.reset().times(2));

      assertThat(scene.fleet.await("amy", null, LONG, Progress.NOBODY).answer()).isEqualTo("Done.");
    }
  }

  @Test
  void who_waits_can_be_interrupted() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.BUSY);
      var waiting = Thread.currentThread();

      var interrupted =
          catchThrowableOfType(
              InterruptedException.class,
              () -> scene.fleet.await("amy", null, LONG, _ -> waiting.interrupt()));
      assertThat(interrupted).isNotNull();
    }
  }

  @Test
  void who_said_that_it_failed_waits_for_somebody_until_it_is_told_something() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.IDLE);
      amy.agentApi().reports(false);
      amy.report("failure", "I need a password.");

      assertThat(scene.fleet.show("amy").status()).isEqualTo(FleetStatus.WAITING);
      assertThat(scene.fleet.show("amy").reason()).contains("look what it needs");
      assertThat(scene.fleet.agents(FleetStatus.WAITING, null))
          .extracting(FleetAgent::name)
          .containsExactly("amy");
      assertThat(scene.fleet.agents(FleetStatus.IDLE, null)).isEmpty();
      assertThat(scene.fleet.agents(FleetStatus.OFFLINE, null)).isEmpty();
      assertThat(scene.fleet.history("amy", 1, 5).items().getFirst().needsAttention()).isTrue();

      scene.fleet.start("amy", "It is in the safe.");
      assertThat(scene.fleet.show("amy").status()).isEqualTo(FleetStatus.BUSY);
      amy.agentApi().finish("Thanks.");
      assertThat(scene.fleet.show("amy").status()).isEqualTo(FleetStatus.IDLE);
      assertThat(scene.fleet.agents(FleetStatus.IDLE, null)).hasSize(1);
    }
  }

  @Test
  void a_failure_of_an_earlier_build_is_over() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.IDLE).report("failure", "I need a password.");
      scene.fleet.restart("amy");
      scene.coder.settle();

      assertThat(scene.fleet.agents(null, null))
          .extracting(FleetAgent::status)
          .containsExactly(FleetStatus.IDLE);
    }
  }
}
