package dev.retinue.runtime.coder.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Runs of agents of the fleet.
final class CoderRuntimeTest {
  private static final String MESSAGE = "/@*/message";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Mode.class)
  void an_agent_of_the_fleet_does_the_work_of_a_run(Mode mode) {
    try (var scene = new StaffScene(folder, mode, Duration.ofMinutes(10))) {
      var amy = scene.amy();

      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");
      scene.staff().awaitEvent(run, it -> it instanceof RunEvent.Noted);
      amy.finish("It is fixed.");

      var ended = scene.staff().awaitEnd(run);
      assertThat(ended.state())
          .isInstanceOfSatisfying(
              State.Completed.class,
              it -> {
                assertThat(it.summary()).isEqualTo("It is fixed.");
                assertThat(it.evidence()).isEqualTo(State.Evidence.ASSUMED);
              });
      assertThat(scene.said(run)).containsExactly("It is fixed.");
      assertThat(scene.notes(run)).containsExactly("It reports: Fix the build.");
      assertThat(StaffScene.said(amy, "Fix the build.")).isEqualTo(1);
      assertThat(amy.keys()).isEmpty();
      assertThat(ended.dossier().usage().turns()).isEqualTo(1);
      assertThat(ended.dossier().usage().unpriced()).isTrue();
    }
  }

  @Test
  void a_run_waits_until_its_agent_is_idle() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      amy.work();

      var run = scene.staff().start("amy", "Then this.");
      scene.staff().awaitEvent(run, it -> it instanceof RunEvent.Noted);
      assertThat(scene.notes(run))
          .containsExactly("Agent 'amy' is busy with something else. The run waits for it.");
      assertThat(StaffScene.said(amy, "Then this.")).isZero();
      amy.finish("The other thing is done.");

      scene.awaitHeard(run, amy, "Then this.");
      amy.finish("And this.");
      assertThat(StaffScene.summary(scene.staff().awaitEnd(run))).isEqualTo("And this.");
    }
  }

  @Test
  void two_runs_of_one_agent_get_an_answer_each() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      scene.coder().stepsOfWork(3);

      var runs = List.of(scene.staff().start("amy", "One."), scene.staff().start("amy", "Two."));

      runs.forEach(
          run ->
              assertThat(StaffScene.summary(scene.staff().awaitEnd(run)))
                  .isEqualTo("I have done it."));
      assertThat(StaffScene.said(amy, "One.")).isEqualTo(1);
      assertThat(StaffScene.said(amy, "Two.")).isEqualTo(1);
    }
  }

  @Test
  void who_stops_a_run_interrupts_its_agent_once() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var run = scene.staff().start("amy", "Take your time.");
      scene.awaitHeard(run, amy, "Take your time.");

      scene.staff().staff().stop(TestStaff.OWNER, run, "enough");
      scene.staff().awaitEnd(run);

      assertThat(amy.keys()).containsExactly("\u0003");
      assertThat(amy.isBusy()).isFalse();
      assertThat(amy.isAlive()).isTrue();
    }
  }

  @Test
  void who_stops_a_run_that_still_waits_leaves_the_agent_alone() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      amy.work();
      var run = scene.staff().start("amy", "Then this.");
      scene.staff().awaitEvent(run, it -> it instanceof RunEvent.Noted);

      scene.staff().staff().stop(TestStaff.OWNER, run, "enough");
      scene.staff().awaitEnd(run);

      assertThat(amy.keys()).isEmpty();
      assertThat(amy.isBusy()).isTrue();
    }
  }

  @Test
  void a_run_is_taken_up_again_and_its_task_is_told_once() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");

      scene.killAndReopen();
      amy.finish("It is fixed.");

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run))).isEqualTo("It is fixed.");
      assertThat(StaffScene.said(amy, "Fix the build.")).isEqualTo(1);
      assertThat(scene.said(run)).containsExactly("It is fixed.");
      assertThat(scene.staff().run(run).dossier().usage().turns()).isEqualTo(1);
    }
  }

  @Test
  void a_task_whose_answer_was_lost_is_looked_for_before_it_is_told_again() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      scene.coder().fault("POST", MESSAGE, Fault.reset().afterwards());

      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");
      amy.finish("It is fixed.");

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run))).isEqualTo("It is fixed.");
      assertThat(scene.coder().requests("POST", MESSAGE)).hasSize(1);
    }
  }

  @Test
  void a_task_that_did_not_arrive_is_told_again() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      scene.coder().fault("POST", MESSAGE, Fault.reset());

      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");
      amy.finish("It is fixed.");

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run))).isEqualTo("It is fixed.");
      assertThat(StaffScene.said(amy, "Fix the build.")).isEqualTo(1);
    }
  }

  @Test
  void a_run_whose_agent_does_not_exist_fails_in_a_sentence() {
    try (var scene = new StaffScene(folder)) {
      var run = scene.staff().start("amy", "Fix the build.");

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run)))
          .isEqualTo("lost: There is no agent 'amy'; list_agents says which there are.");
    }
  }

  @Test
  void a_run_whose_workspace_goes_meanwhile_fails_in_a_sentence() throws InterruptedException {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");

      scene.fleet.fleet.delete("amy");

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run)))
          .isEqualTo(
              "lost: The workspace of agent 'amy' is gone, and the conversation with it; start anew.");
    }
  }

  @Test
  void an_agent_that_is_stopped_takes_no_task() {
    try (var scene = new StaffScene(folder)) {
      scene.coder().workspace("amy", scene.coder().project("Setup", "coder"), Stage.STOPPED);

      var run = scene.staff().start("amy", "Fix the build.");

      var ended = scene.staff().awaitEnd(run);
      assertThat(StaffScene.summary(ended)).contains("Agent 'amy' is stopped", "restart_agent");
      assertThat(((State.Failed) ended.state()).reason()).isEqualTo(FailureReason.ERROR);
    }
  }

  @Test
  void a_run_outlives_a_coder_that_is_away_for_a_while() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");

      scene.coder().fault("*", "*", Fault.reset().always());
      scene
          .staff()
          .awaitEvent(
              run,
              it -> it instanceof RunEvent.Noted(var _, var text) && text.contains("broke off"));
      assertThat(scene.staff().run(run).state()).isInstanceOf(State.Running.class);
      amy.finish("It is fixed.");
      scene.coder().heal();

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run))).isEqualTo("It is fixed.");
    }
  }

  @Test
  void an_agent_that_needs_attention_is_told_what_somebody_answers() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");
      scene.coder().workspace("amy").report("failure", "Which branch?");
      amy.reports(false).finish("I do not know which branch.");

      var waiting = scene.staff().await(run, it -> it.state() instanceof State.Waiting);
      var need = ((State.Waiting) waiting.state()).needs().getFirst();
      assertThat(need.text())
          .contains("Agent 'amy' needs attention: Which branch?", "I do not know which branch.");
      scene.killAndReopen();
      scene.staff().await(run, it -> it.state() instanceof State.Waiting && it.tenure().occupied());
      scene.staff().staff().answer(TestStaff.OWNER, run, need.id(), "main");

      scene.awaitHeard(run, amy, "main");
      amy.finish("It is fixed on main.");
      assertThat(StaffScene.summary(scene.staff().awaitEnd(run))).isEqualTo("It is fixed on main.");
      assertThat(scene.said(run))
          .containsExactly("I do not know which branch.", "It is fixed on main.");
      assertThat(StaffScene.said(amy, "main")).isEqualTo(1);
    }
  }

  @Test
  void a_workspace_is_made_for_a_run_and_goes_with_it() {
    try (var scene = new StaffScene(folder)) {
      var run = scene.staff().start("maker", "Build it.");
      var name = scene.made(run);
      scene.killAndReopen();
      scene.staff().await(run, _ -> scene.coder().workspace(name).status().equals("running"));
      scene.coder().settle();
      var made = scene.coder().workspace(name).agentApi();
      scene.awaitHeard(run, made, "Build it.");
      made.finish("It is built.");

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run))).isEqualTo("It is built.");
      assertThat(scene.coder().workspace(name).status()).isEqualTo("deleted");
      assertThat(scene.coder().requests("POST", "/api/v2/users/*/workspaces")).hasSize(1);
    }
  }

  @Test
  void a_workspace_that_was_made_for_a_run_goes_when_that_is_stopped() {
    try (var scene = new StaffScene(folder)) {
      var run = scene.staff().start("maker", "Build it.");
      var name = scene.made(run);

      scene.staff().staff().stop(TestStaff.OWNER, run, "enough");
      scene.staff().awaitEnd(run);

      assertThat(scene.coder().workspace(name).status()).isEqualTo("deleted");
    }
  }

  @Test
  void a_workspace_that_was_made_for_a_run_goes_although_its_agent_cannot_be_talked_to() {
    try (var scene = new StaffScene(folder)) {
      var run = scene.staff().start("maker", "Build it.");
      var name = scene.made(run);
      scene.staff().await(run, _ -> scene.coder().workspace(name).status().equals("running"));
      scene.coder().settle();
      scene.coder().workspace(name).agentApi().die();

      scene.staff().staff().stop(TestStaff.OWNER, run, "enough");
      scene.staff().awaitEnd(run);

      assertThat(scene.coder().workspace(name).status()).isEqualTo("deleted");
    }
  }

  @Test
  void what_nobody_answers_in_time_ends_the_run() {
    try (var scene = new StaffScene(folder, Mode.CURRENT, Duration.ZERO)) {
      var amy = scene.amy();
      var run = scene.staff().start("amy", "Fix the build.");
      scene.awaitHeard(run, amy, "Fix the build.");
      scene.coder().workspace("amy").report("failure", "Which branch?");
      amy.reports(false).finish("I do not know which branch.");

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run)))
          .isEqualTo(
              "error: Agent 'amy' needs attention (Which branch?), and nobody answered within 0.0 s.");
    }
  }

  @Test
  void who_ended_a_run_and_died_has_the_agent_interrupted_by_the_next_process() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var run = scene.staff().start("amy", "Take your time.");
      scene.awaitHeard(run, amy, "Take your time.");
      scene.staff().awaitEvent(run, it -> it instanceof RunEvent.Noted);
      scene.coder().fault("*", "*", Fault.reset().always());
      scene.staff().staff().stop(TestStaff.OWNER, run, "enough");
      scene.killAndReopen();
      assertThat(amy.keys()).isEmpty();
      scene.coder().heal();

      scene.runtime().reap(List.of(scene.staff().run(run)));

      scene.staff().await(run, _ -> !amy.keys().isEmpty());
      assertThat(amy.keys()).containsExactly("\u0003");
    }
  }

  @Test
  void a_run_that_takes_too_long_interrupts_its_agent() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var terms = Terms.NONE.with(new Budget(null, null, null, 1L, null));
      var run =
          scene
              .staff()
              .start(
                  new StartRequest(
                      "amy", "Take your time.", StartRequest.Manner.PLAIN, terms, null));

      var ended = scene.staff().awaitEnd(run);

      assertThat(((State.Failed) ended.state()).reason()).isEqualTo(FailureReason.TIMEOUT);
      assertThat(amy.keys()).containsExactly("\u0003");
    }
  }

  @Test
  void an_answer_that_does_not_fit_is_asked_for_once_more() {
    try (var scene = new StaffScene(folder)) {
      var amy = scene.amy();
      var schema = "{\"type\":\"object\",\"required\":[\"branch\"]}";
      var terms = Terms.NONE.checkedBy(List.of(new Check.PayloadSchema(schema)));
      var run =
          scene
              .staff()
              .start(new StartRequest("amy", "Which?", StartRequest.Manner.PLAIN, terms, null));
      scene.staff().await(run, _ -> amy.isBusy());
      assertThat(amy.messages().toString()).contains("Which?", schema);
      amy.finish("{}");
      scene.staff().await(run, it -> "1".equals(it.facts().get("coder_spoken")));
      scene.killAndReopen();
      amy.finish("{\"branch\": \"main\"}");

      var ended = scene.staff().awaitEnd(run);
      assertThat(ended.state()).isInstanceOf(State.Completed.class);
      assertThat(scene.staff().text(ended.dossier().payload())).isEqualTo("{\"branch\": \"main\"}");
      assertThat(amy.messages().stream().filter(it -> it.role().equals("user"))).hasSize(2);
    }
  }

  @Test
  void why_a_workspace_could_not_be_made_is_told() {
    try (var scene = new StaffScene(folder)) {
      scene.coder().pace(Pace.BY_HAND);
      var run = scene.staff().start("maker", "Build it.");
      var name = scene.made(run);
      scene.coder().workspace(name).nextBuildFails("terraform apply: exit status 1");
      scene.coder().pace(Pace.BY_REQUEST);

      assertThat(StaffScene.summary(scene.staff().awaitEnd(run)))
          .contains("is failed and does nothing", "terraform apply: exit status 1");
    }
  }
}
