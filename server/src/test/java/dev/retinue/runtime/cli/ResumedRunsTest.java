package dev.retinue.runtime.cli;

import static dev.retinue.runtime.cli.ProgramScene.BEGUN;
import static dev.retinue.runtime.cli.ProgramScene.THREAD;
import static dev.retinue.runtime.cli.ProgramScene.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Arrangement;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that go on in the session of their program: after a crash, and because somebody says more.
@EndToEnd
final class ResumedRunsTest {
  private static final String HANGS = "exec sleep 300\n";

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  private ProgramScene scene() throws IOException {
    return ProgramScene.in(folder, clock, Vigilance.USUAL).begin();
  }

  private static StartRequest after(RunId former, String contract) {
    return StartRequest.of("coder", contract)
        .under(Terms.NONE.with(new Arrangement(Isolation.NONE, former.text())));
  }

  private static void awaitSession(ProgramScene scene, RunId id) {
    scene.staff().await(id, it -> it.facts().containsKey(CliRuntime.SESSION));
  }

  @Test
  void a_run_goes_on_in_its_session_after_a_crash_and_pays_only_for_what_is_new()
      throws IOException {
    var scene = scene();
    scene.program(BEGUN + done("Half.", 100) + HANGS, BEGUN + done("All.", 170));
    var id = scene.staff().start("coder", "build it");
    scene.staff().awaitEvent(id, RunEvent.Spent.class::isInstance);
    scene.kill();

    try (var later = scene()) {
      var run = later.staff().awaitEnd(id);
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(run.dossier().usage().inputTokens()).isEqualTo(170);
      assertThat(run.dossier().usage().turns()).isEqualTo(2);
      assertThat(later.heard()).contains("resume " + THREAD, "You were interrupted.");
    }
  }

  @Test
  void who_was_cut_off_twice_is_not_started_a_third_time() throws IOException {
    var scene = scene();
    scene.program(BEGUN + HANGS);
    var id = scene.staff().start("coder", "build it");
    awaitSession(scene, id);
    scene.kill();
    var second = scene();
    second.staff().await(id, it -> it.tenure().epoch() == 2 && it.facts().containsKey("pid"));
    second.staff().awaitEvent(id, RunEvent.Requeued.class::isInstance);
    second.staff().await(id, it -> "open 1".equals(it.facts().get("attempt")));
    second.kill();

    try (var third = scene()) {
      assertThat(third.staff().awaitEnd(id).state())
          .isInstanceOfSatisfying(
              State.Failed.class,
              it -> assertThat(it.reason()).isEqualTo(FailureReason.INTERRUPTED));
    }
  }

  @Test
  void a_daemon_that_leaves_in_order_cuts_nobody_off() throws IOException {
    var scene = scene();
    scene.program(BEGUN + HANGS);
    var id = scene.staff().start("coder", "build it");
    awaitSession(scene, id);
    scene.close();
    for (int i = 0; i < 2; i++) {
      var next = scene();
      int epoch = i + 2;
      next.staff()
          .await(
              id, it -> it.tenure().epoch() == epoch && "open 0".equals(it.facts().get("attempt")));
      next.close();
    }
    try (var last = scene()) {
      last.program(BEGUN + done("At last.", 10));
      last.staff().staff().stop(TestStaff.OWNER, id, "enough");
      last.staff().awaitEnd(id);
    }
  }

  @Test
  void who_was_started_and_told_no_session_is_not_started_anew() throws IOException {
    var scene = scene();
    scene.program("touch '%s'\n".formatted(folder.resolve("done")) + HANGS);
    var id = scene.staff().start("coder", "build it");
    scene.staff().await(id, it -> it.facts().containsKey("pid"));
    scene.kill();

    try (var later = scene()) {
      assertThat(later.staff().awaitEnd(id).state())
          .isInstanceOfSatisfying(
              State.Failed.class,
              it -> assertThat(it.reason()).isEqualTo(FailureReason.INTERRUPTED));
    }
  }

  @Test
  void a_follow_up_goes_on_in_the_session_and_pays_only_for_what_is_new() throws IOException {
    try (var scene = scene()) {
      scene.program(BEGUN + done("First.", 100), BEGUN + done("Second.", 170));
      var staff = scene.staff();
      var first = staff.awaitEnd(staff.start("coder", "build it"));
      var second = staff.awaitEnd(staff.start(after(first.id(), "now paint it")));

      assertThat(second.state()).isInstanceOf(State.Completed.class);
      assertThat(first.dossier().usage().inputTokens()).isEqualTo(100);
      assertThat(second.dossier().usage().inputTokens()).isEqualTo(70);
      assertThat(scene.heard())
          .contains("resume " + THREAD, "now paint it")
          .doesNotContain("You were interrupted");
      assertThat(second.facts()).containsEntry("follows", first.id().text());
      assertThatThrownBy(() -> staff.start(after(first.id(), "again")))
          .hasMessageContaining("was followed by run '%s'".formatted(second.id()));
      var third = staff.awaitEnd(staff.start(after(second.id(), "and dry it")));
      assertThat(third.dossier().usage().inputTokens()).as("nothing new was said").isZero();
    }
  }

  @Test
  void a_stopped_run_can_be_gone_on_with() throws IOException {
    try (var scene = scene()) {
      scene.program(BEGUN + HANGS, BEGUN + done("Second.", 170));
      var staff = scene.staff();
      var first = staff.start("coder", "build it");
      awaitSession(scene, first);
      assertThatThrownBy(() -> staff.start(after(first, "now")))
          .hasMessageContaining("is still at work");

      staff.staff().stop(TestStaff.OWNER, first, "not like that");
      staff.awaitEnd(first);

      assertThat(staff.awaitEnd(staff.start(after(first, "like this"))).state())
          .isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void what_cannot_be_gone_on_with_is_refused_with_the_reason() throws IOException {
    try (var scene = scene()) {
      scene.program("exit 1\n");
      var staff = scene.staff();
      staff.hire("other", "complete Done");
      var silent = staff.awaitEnd(staff.start("coder", "say nothing")).id();
      assertThatThrownBy(() -> staff.start(after(silent, "go on")))
          .hasMessageContaining("Nothing was kept of the conversation");
      var scripted = staff.awaitEnd(staff.start("other", "go")).id();
      assertThatThrownBy(() -> staff.start(after(scripted, "go on")))
          .hasMessageContaining("was done by agent 'other'");
      assertThatThrownBy(
              () -> staff.start(after(new RunId("agent-aaaaaaaaaaaaaaaaaaaaaaaaaa"), "go on")))
          .hasMessageContaining("There is no run");
      var admin = new Caller("boss", "boss", Caller.Scope.ADMIN, null);
      assertThatThrownBy(() -> staff.staff().start(admin, after(silent, "go on")))
          .hasMessageContaining("belongs to another caller");
      Files.delete(folder.resolve("bin/codex"));
      assertThatThrownBy(() -> staff.start(after(silent, "go on")))
          .hasMessageContaining("is not here any more");
    }
  }
}
