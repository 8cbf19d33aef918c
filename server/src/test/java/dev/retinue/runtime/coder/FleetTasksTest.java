package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.Fleet.Order;
import dev.retinue.core.fleet.Fleet.Progress;
import dev.retinue.runtime.coder.fake.FakeWorkspace;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.runtime.coder.fake.http.Request;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Agents without an AgentAPI for us, in deployments that have tasks.
final class FleetTasksTest {
  private static RetinueException refusal(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(RetinueException.class, call));
  }

  private static FakeWorkspace amy(FleetScene scene, Stage stage) {
    var setup = scene.coder.project("Setup", "coder").withoutApp();
    var amy = scene.coder.workspace("amy", setup, stage);
    amy.agentApi().reports(false);
    return amy;
  }

  @ParameterizedTest
  @EnumSource(value = Mode.class, names = "CURRENT", mode = EnumSource.Mode.EXCLUDE)
  void they_are_told_and_heard_by_their_tasks(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      var amy = amy(scene, Stage.IDLE);

      scene.fleet.start("amy", "It.");
      assertThat(amy.agentApi().messages().toString()).contains("It.");
      assertThat(refusal(() -> scene.fleet.start("amy", "More.")).code())
          .isEqualTo(ErrorCode.CONFLICT);
      amy.agentApi().finish("Done.");
      var log = scene.fleet.log("amy", 1, 5);
      assertThat(log.source()).isEqualTo(Fleet.Source.CONVERSATION);
      assertThat(log.entries().items().getFirst().message()).isEqualTo("Done.");
      assertThat(log.entries().items())
          .filteredOn(Fleet.LogEntry::input)
          .extracting(Fleet.LogEntry::message)
          .containsExactly("It.");
      assertThat(scene.coder.requests("POST", "/api/*").stream().map(Request::path))
          .allMatch(
              it ->
                  mode == Mode.BEFORE_2_28
                      ? it.contains(amy.id().toString())
                      : !it.contains(amy.id().toString()));
    }
  }

  @ParameterizedTest
  @EnumSource(value = Mode.class, names = "CURRENT", mode = EnumSource.Mode.EXCLUDE)
  void what_waits_is_given_by_their_tasks_too(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      var amy = amy(scene, Stage.BUSY);
      scene.coder.stepsOfWork(2);
      amy.agentApi().reports(true);
      var order = new Order("amy", "It.", true, false);
      var queued = scene.fleet.assign(order, Duration.ZERO, Progress.NOBODY);
      amy.agentApi().finish("Before.");

      var outcome =
          scene.fleet.await("amy", queued.queued(), Duration.ofSeconds(20), Progress.NOBODY);
      assertThat(outcome.answer()).isEqualTo("I have done it.");
      assertThat(scene.coder.requests("POST", "/api/*/send")).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void the_deployment_is_asked_once_whether_it_has_tasks(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.STOPPED);

      scene.fleet.log("amy", 1, 5);
      scene.fleet.log("amy", 1, 5);
      assertThat(scene.coder.requests("GET", "/api/v2/tasks")).hasSize(1);
      assertThat(scene.coder.requests("GET", "/api/experimental/tasks"))
          .hasSize(mode == Mode.V2_36 ? 0 : 1);
    }
  }

  @Test
  void of_a_stopped_agent_the_end_of_what_was_said_is_still_there() throws Exception {
    try (var scene = new FleetScene(Mode.V2_36)) {
      var amy = scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);
      scene.fleet.start("amy", "It.");
      amy.agentApi().finish("Done.");
      amy.stop();
      scene.coder.settle();

      var log = scene.fleet.log("amy", 1, 1);
      assertThat(log.source()).isEqualTo(Fleet.Source.CONVERSATION);
      assertThat(log.entries().items().getFirst().message()).isEqualTo("Done.");
    }
  }

  @Test
  void where_there_are_no_tasks_the_build_is_shown_and_nothing_can_be_told() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.IDLE);

      assertThat(refusal(() -> scene.fleet.start("amy", "It.")).getMessage())
          .contains("has no AgentAPI");
      assertThat(scene.fleet.log("amy", 1, 5).source()).isEqualTo(Fleet.Source.BUILD);
    }
  }

  @Test
  void a_deployment_in_trouble_is_asked_again_later() throws Exception {
    try (var scene = new FleetScene(Mode.V2_36)) {
      amy(scene, Stage.IDLE);
      scene.coder.fault("GET", "/api/v2/tasks", Fault.html(502, "Bad Gateway"));

      assertThat(refusal(() -> scene.fleet.start("amy", "It.")).code())
          .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      scene.fleet.start("amy", "It.");
    }
  }

  @Test
  void a_task_that_was_perhaps_sent_is_not_sent_again() {
    try (var scene = new FleetScene(Mode.V2_36)) {
      amy(scene, Stage.IDLE);
      scene.coder.fault("POST", "/api/v2/tasks/*/send", Fault.status(503).always());

      assertThat(refusal(() -> scene.fleet.start("amy", "It.")).code())
          .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(scene.coder.requests("POST", "*")).hasSize(1);
    }
  }
}
