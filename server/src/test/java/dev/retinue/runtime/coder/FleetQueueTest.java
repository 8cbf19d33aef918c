package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.Fleet.Order;
import dev.retinue.core.fleet.Fleet.Progress;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.fake.FakeAgentApi;
import dev.retinue.runtime.coder.fake.FakeWorkspace;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.testing.TestClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tasks that wait until their agents are idle.
final class FleetQueueTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private static RetinueException refusal(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(RetinueException.class, call));
  }

  private static Fleet.Assigned queue(Fleet fleet, String task) throws InterruptedException {
    return fleet.assign(new Order("amy", task, true, false), Duration.ZERO, Progress.NOBODY);
  }

  private static Fleet.Outcome await(Fleet fleet, Fleet.Assigned assigned)
      throws InterruptedException {
    return fleet.await("amy", assigned.queued(), LONG, Progress.NOBODY);
  }

  private static FakeWorkspace amy(FleetScene scene, Stage stage) {
    return scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), stage);
  }

  private static List<String> told(FakeWorkspace workspace) {
    return workspace.agentApi().messages().stream()
        .filter(it -> it.role().equals("user"))
        .map(FakeAgentApi.Message::content)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void tasks_wait_until_the_agent_is_idle_and_are_given_in_their_order_once(Mode mode)
      throws Exception {
    try (var scene = new FleetScene(mode)) {
      var amy = amy(scene, Stage.BUSY);
      scene.coder.stepsOfWork(3);

      var first = queue(scene.fleet, "One.");
      var second = queue(scene.fleet, "Two.");
      assertThat(first.ahead()).isZero();
      assertThat(second.ahead()).isEqualTo(1);
      assertThat(scene.fleet.show("amy").queued()).isEqualTo(2);
      assertThat(scene.fleet.agents(null, null)).extracting(FleetAgent::queued).containsExactly(2);
      assertThat(scene.fleet.history("amy", 1, 20).items())
          .filteredOn(it -> it.kind().equals("queued"))
          .extracting(Fleet.TaskEntry::message)
          .containsExactly("Two.", "One.");
      var refused = refusal(() -> scene.fleet.start("amy", "Now."));
      assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
      assertThat(refused.getMessage()).contains("queue").contains("drop_queued");

      amy.agentApi().finish("It is done.");
      assertThat(await(scene.fleet, second).status()).isEqualTo(FleetStatus.IDLE);
      assertThat(told(amy)).containsExactly("One.", "Two.");
      assertThat(scene.fleet.show("amy").queued()).isZero();
      assertThat(scene.fleet.history("amy", 1, 20).items())
          .filteredOn(it -> it.kind().equals("assigned"))
          .extracting(Fleet.TaskEntry::message)
          .containsExactly("Two.", "One.");
    }
  }

  @Test
  void to_an_idle_agent_a_task_does_not_wait() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.IDLE);

      assertThat(queue(scene.fleet, "One.").queued()).isNull();
      assertThat(told(amy)).containsExactly("One.");
    }
  }

  @Test
  void a_task_may_wait_for_an_agent_that_comes_up_and_not_for_one_that_does_not() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.PENDING);
      scene.coder.stepsOfWork(3);
      assertThat(await(scene.fleet, queue(scene.fleet, "One.")).status().isUp()).isTrue();
      assertThat(told(amy)).contains("One.");

      scene.coder.workspace("bob", scene.coder.project("Other", "coder"), Stage.STOPPED);
      var order = new Order("bob", "One.", true, false);
      assertThat(
              refusal(() -> scene.fleet.assign(order, Duration.ZERO, Progress.NOBODY)).getMessage())
          .contains("start_if_stopped");
    }
  }

  @Test
  void what_waits_is_given_by_the_next_process() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);
      var waiting = queue(scene.fleet, "One.");
      scene.fleet.close();
      amy.agentApi().finish("It is done.");

      try (var next = scene.fleet(FleetRules.USUAL, LONG, InstantSource.system())) {
        next.begin();
        scene.coder.stepsOfWork(3);
        await(next, waiting);
        assertThat(told(amy)).containsExactly("One.");
      }
    }
  }

  @Test
  void what_was_taken_although_nobody_heard_so_is_not_given_again() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);
      scene.coder.stepsOfWork(3);
      scene.coder.fault("POST", "/@*", Fault.reset().afterwards());
      var waiting = queue(scene.fleet, "One.");
      amy.agentApi().finish("It is done.");

      await(scene.fleet, waiting);
      assertThat(told(amy)).containsExactly("One.");
      assertThat(scene.coder.requests("POST", "/@*")).hasSize(1);
    }
  }

  @Test
  void what_was_surely_not_taken_is_given_again_once_nothing_is_on_its_way_any_more()
      throws Exception {
    var clock = new TestClock();
    try (var scene = new FleetScene(Mode.CURRENT);
        var fleet = scene.fleet(FleetRules.USUAL, LONG, clock)) {
      var amy = amy(scene, Stage.BUSY);
      scene.coder.stepsOfWork(3);
      scene.coder.fault("POST", "/@*", Fault.html(502, "Bad Gateway"));
      var waiting = queue(fleet, "One.");
      amy.agentApi().finish("It is done.");

      var attempted =
          fleet.await(
              "amy",
              waiting.queued(),
              Duration.ofMillis(500),
              _ -> assertThat(told(amy)).isEmpty());
      assertThat(attempted.answer()).isNull();
      assertThat(scene.coder.requests("POST", "/@*")).hasSize(1);
      clock.advance(Duration.ofMinutes(5));
      await(fleet, waiting);
      assertThat(told(amy)).containsExactly("One.");
    }
  }

  @Test
  void what_was_perhaps_taken_before_a_restart_is_not_given_again() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);
      scene.coder.fault("POST", "/@*", Fault.html(502, "Bad Gateway"));
      var waiting = queue(scene.fleet, "One.");
      amy.agentApi().finish("It is done.");
      scene.fleet.await("amy", waiting.queued(), Duration.ofMillis(500), Progress.NOBODY);
      scene.fleet.restart("amy");

      await(scene.fleet, waiting);
      assertThat(told(amy)).isEmpty();
      assertThat(scene.coder.requests("POST", "/@*")).hasSize(1);
      assertThat(scene.fleet.history("amy", 1, 20).items().toString()).contains("One.");
    }
  }

  @Test
  void who_has_nothing_to_cancel_is_told_how_to_drop_what_waits() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);
      queue(scene.fleet, "One.");
      amy.agent("disconnected", "ready");

      assertThat(refusal(() -> scene.fleet.cancel("amy")).getMessage()).contains("drop_queued");
      var cancelled = scene.fleet.cancel("amy", true);
      assertThat(cancelled.interrupted()).isFalse();
      assertThat(cancelled.dropped()).isEqualTo(1);
      assertThat(scene.queued.all("test")).isEmpty();
      assertThat(refusal(() -> scene.fleet.cancel("amy", true)).code())
          .isEqualTo(ErrorCode.INVALID_INPUT);
    }
  }

  @Test
  void who_is_at_work_is_interrupted_and_what_waits_is_dropped() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);
      queue(scene.fleet, "One.");

      var cancelled = scene.fleet.cancel("amy", true);
      assertThat(cancelled.interrupted()).isTrue();
      assertThat(cancelled.dropped()).isEqualTo(1);
      assertThat(amy.agentApi().keys()).hasSize(1);
      assertThat(told(amy)).isEmpty();
    }
  }

  @Test
  void what_waits_for_an_agent_that_may_not_be_seen_for_a_while_waits_on() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);
      var waiting = queue(scene.fleet, "One.");
      scene.coder.fault("GET", "/api/v2/workspaces/*", Fault.status(404).always());
      scene.fleet.close();

      try (var next = scene.fleet(FleetRules.USUAL, LONG, InstantSource.system())) {
        next.begin();
        // It asks twice, because who may not see one is told the same as if there were none.
        while (scene.coder.requests("GET", "/api/v2/workspaces/*").size() < 4) {
          Thread.onSpinWait();
        }
        assertThat(scene.queued.all("test")).hasSize(1);
        scene.coder.heal();
        amy.agentApi().finish("It is done.");
        scene.coder.stepsOfWork(3);
        await(next, waiting);
        assertThat(told(amy)).containsExactly("One.");
      }
    }
  }

  @Test
  void with_an_agent_goes_what_waits_for_it() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.BUSY);
      queue(scene.fleet, "One.");

      scene.fleet.delete("amy");
      assertThat(scene.queued.all("test")).isEmpty();
    }
  }
}
