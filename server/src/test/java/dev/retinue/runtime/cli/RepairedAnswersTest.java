package dev.retinue.runtime.cli;

import static dev.retinue.runtime.cli.RepairScene.SCHEMA;
import static dev.retinue.runtime.cli.RepairScene.SESSION;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Confinement;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.runtime.cli.RepairScene.Kind;
import dev.retinue.runtime.form.Repair;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Answers of programs that do not fit their schema: they are asked for once more, and never twice.
@EndToEnd
final class RepairedAnswersTest {
  private static final String UNFIT = "{\"n\":\"two\"}";
  private static final String STILL_UNFIT = "{\"n\":\"three\"}";
  private static final String FIT = "{\"n\":2}";
  private static final String HANGS = "exec sleep 300\n";

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  private RepairScene scene() throws IOException {
    return new RepairScene(folder, clock);
  }

  private static void assertVerified(RepairScene scene, Run run) {
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Completed.class,
            it -> assertThat(it.evidence()).isEqualTo(State.Evidence.VERIFIED));
    assertThat(scene.staff().text(run.dossier().payload())).isEqualTo(FIT);
  }

  private static void assertFailed(Run run, FailureReason reason, String... words) {
    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(reason);
              assertThat(it.message()).contains(words);
            });
  }

  @ParameterizedTest
  @EnumSource(names = "PLAIN", mode = EnumSource.Mode.EXCLUDE)
  void an_answer_that_does_not_fit_is_asked_for_once_more(Kind kind) throws IOException {
    try (var scene = scene()) {
      scene.program(kind, kind.answers(UNFIT, 100), kind.answers(FIT, 170));
      var run = scene.staff().awaitEnd(scene.start(kind));

      assertVerified(scene, run);
      assertThat(scene.notes(run.id()))
          .singleElement()
          .asString()
          .contains("asked for once more: ", "integer expected");
      assertThat(run.facts().get(Repair.FACT)).contains("integer expected");
      assertThat(scene.starts()).hasSize(2);
      assertThat(scene.starts().getFirst()).contains("count it").doesNotContain(SESSION);
      var second = scene.starts().getLast();
      assertThat(second).contains("not fit", "integer expected");
      if (kind.hasSession()) {
        assertThat(second).contains(SESSION, "Your answer", "and nothing else");
        assertThat(second).doesNotContain("count it");
      } else {
        assertThat(second).contains("count it", "An earlier answer", SCHEMA);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PLAIN", mode = EnumSource.Mode.EXCLUDE)
  void an_answer_that_never_fits_fails_after_one_repair_and_the_last_one_is_kept(Kind kind)
      throws IOException {
    try (var scene = scene()) {
      scene.program(kind, kind.answers(UNFIT, 100), kind.answers(STILL_UNFIT, 170));
      var run = scene.staff().awaitEnd(scene.start(kind));

      assertFailed(run, FailureReason.INVALID_OUTPUT, "payload_schema", "integer expected");
      assertThat(scene.starts()).hasSize(2);
      assertThat(scene.staff().text(run.dossier().payload())).isEqualTo(STILL_UNFIT);
      assertThat(requireNonNull(run.dossier().late()).summary()).isEqualTo(STILL_UNFIT);
      assertThat(scene.notes(run.id())).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PLAIN", mode = EnumSource.Mode.EXCLUDE)
  void what_is_no_json_is_asked_for_once_more_too(Kind kind) throws IOException {
    try (var scene = scene()) {
      scene.program(kind, kind.answers("There are two.", 100), kind.answers("Two.", 170));
      var run = scene.staff().awaitEnd(scene.start(kind));

      assertFailed(run, FailureReason.INVALID_OUTPUT, "there is no payload");
      assertThat(scene.starts()).hasSize(2);
      assertThat(requireNonNull(run.dossier().late()).summary()).isEqualTo("Two.");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAUDE", "CODEX"})
  void only_what_is_new_is_charged(Kind kind) throws IOException {
    try (var scene = scene()) {
      scene.program(kind, kind.answers(UNFIT, 100), kind.answers(FIT, 170));
      var run = scene.staff().awaitEnd(scene.start(kind));
      assertThat(run.dossier().usage().inputTokens()).isEqualTo(170);
    }
  }

  @Test
  void a_program_without_a_session_that_may_not_be_repeated_is_not_asked_again()
      throws IOException {
    try (var scene = scene()) {
      scene.program(Kind.PLAIN, Kind.PLAIN.answers(UNFIT, 0), Kind.PLAIN.answers(FIT, 0));
      var run = scene.staff().awaitEnd(scene.start(Kind.PLAIN));

      assertFailed(run, FailureReason.INVALID_OUTPUT, "integer expected");
      assertThat(scene.starts()).hasSize(1);
      assertThat(scene.notes(run.id()))
          .singleElement()
          .asString()
          .contains("not asked for once more: plain has kept no session");
      assertThat(run.facts()).doesNotContainKey(Repair.FACT);
    }
  }

  @Test
  void a_session_that_went_with_its_sign_in_is_none() throws IOException {
    try (var scene = scene()) {
      scene.hire(Kind.CODEX, Confinement.Login.RUN);
      scene.program(Kind.CODEX, Kind.CODEX.answers(UNFIT, 1), Kind.CODEX.answers(FIT, 2));
      var run = scene.staff().awaitEnd(scene.start(Kind.CODEX));
      assertFailed(run, FailureReason.INVALID_OUTPUT, "integer expected");
      assertThat(scene.starts()).hasSize(1);
      assertThat(scene.notes(run.id())).singleElement().asString().contains("no session");
    }
  }

  @Test
  void what_was_delivered_before_is_not_asked_for_again() throws IOException {
    try (var scene = scene()) {
      var go = folder.resolve("go");
      scene.program(
          Kind.CODEX,
          "while [ ! -e '%s' ]; do sleep 0.05; done\n".formatted(go) + Kind.CODEX.answers(FIT, 1));
      var id = scene.start(Kind.CODEX);
      scene
          .staff()
          .staff()
          .appendPayload(TestStaff.OWNER, id, UNFIT.getBytes(StandardCharsets.UTF_8));
      Files.createFile(go);
      var run = scene.staff().awaitEnd(id);
      assertFailed(run, FailureReason.INVALID_OUTPUT, "integer expected");
      assertThat(scene.starts()).hasSize(1);
      assertThat(scene.notes(id)).singleElement().asString().contains("was delivered before");
    }
  }

  @Test
  void a_check_of_another_kind_is_no_reason_to_ask_again() throws IOException {
    try (var scene = scene()) {
      scene.program(Kind.CODEX, Kind.CODEX.answers(FIT, 1));
      var run =
          scene
              .staff()
              .awaitEnd(
                  scene.start(
                      Kind.CODEX,
                      new Terms(
                          Budget.UNLIMITED,
                          true,
                          folder.resolve("bin").toString(),
                          null,
                          List.of(
                              new Check.PayloadSchema(SCHEMA), new Check.FileExists("missing")))));
      assertFailed(run, FailureReason.INVALID_OUTPUT, "file_exists missing");
      assertThat(scene.starts()).hasSize(1);
      assertThat(scene.notes(run.id())).isEmpty();
    }
  }

  // What ends any attempt ends this one.

  @Test
  void who_is_killed_while_it_repairs_goes_on_with_that_repair_and_makes_no_other()
      throws IOException {
    var scene = scene();
    scene.program(
        Kind.CODEX,
        Kind.CODEX.answers(UNFIT, 100),
        Kind.CODEX.begins() + HANGS,
        Kind.CODEX.answers(STILL_UNFIT, 170));
    var id = scene.start(Kind.CODEX);
    scene.staff().await(id, _ -> hasSpokenTwice(scene, id));
    scene.kill();

    try (var later = scene()) {
      var run = later.staff().awaitEnd(id);
      assertFailed(run, FailureReason.INVALID_OUTPUT, "integer expected");
      assertThat(later.starts()).hasSize(3);
      assertThat(later.starts().getLast()).contains(SESSION, "Your answer does not fit");
      assertThat(later.notes(id)).hasSize(1);
      assertThat(later.staff().text(run.dossier().payload())).isEqualTo(STILL_UNFIT);
      assertThat(run.dossier().usage().inputTokens()).isEqualTo(170);
    }
  }

  /// What one start prints may come in several pieces.
  private static boolean hasSpokenTwice(RepairScene scene, RunId id) {
    return scene.staff().events(id).stream()
        .filter(RunEvent.Printed.class::isInstance)
        .map(it -> ((RunEvent.Printed) it).output())
        .reduce((_, last) -> last)
        .map(scene.staff()::text)
        .filter(it -> it.split("thread.started", -1).length == 3)
        .isPresent();
  }

  @Test
  void a_repair_can_be_stopped() throws IOException {
    try (var scene = scene()) {
      scene.program(Kind.CODEX, Kind.CODEX.answers(UNFIT, 100), Kind.CODEX.begins() + HANGS);
      var id = scene.start(Kind.CODEX);
      scene.staff().await(id, _ -> hasSpokenTwice(scene, id));
      scene.staff().staff().stop(TestStaff.OWNER, id, "enough");
      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
      assertThat(scene.starts()).hasSize(2);
    }
  }

  @Test
  void who_has_used_up_its_budget_is_not_asked_again() throws IOException {
    try (var scene = scene()) {
      scene.program(Kind.CODEX, Kind.CODEX.answers(UNFIT, 100), Kind.CODEX.answers(FIT, 170));
      var budget = new Budget(null, 50L, null, null, null);
      var id = scene.start(Kind.CODEX, RepairScene.terms(budget, new Check.PayloadSchema(SCHEMA)));
      assertFailed(scene.staff().awaitEnd(id), FailureReason.BUDGET, "tokens");
      assertThat(scene.starts()).hasSize(1);
    }
  }
}
