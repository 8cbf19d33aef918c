package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of a real program when the process that supervises it is killed.
@EndToEnd
@Timeout(120)
final class RealResumeTest {
  @TempDir private Path folder;
  private ScriptedLlm llm;

  @BeforeEach
  void begin() {
    llm = ScriptedLlm.start();
  }

  @AfterEach
  void end() {
    llm.close();
  }

  /// Until the model is asked for this turn, and is let hang.
  private void workAndBeKilled(String program, String prompt, int turn) throws Exception {
    var daemon = RealStaffProgram.of(folder, llm.url(), program, prompt).start();
    try {
      llm.await(it -> it.heard("Go on.") && it.turn() == turn);
      daemon.awaitOutput(Pattern.compile("heard"));
      awaitInSession("first-42");
    } finally {
      daemon.process().destroyForcibly().waitFor();
      daemon.await();
    }
    // It dies with its supervisor.
    llm.awaitHangUp("Go on.");
  }

  /// Programs write down their sessions a little later than they live them.
  private void awaitInSession(String words) throws IOException, InterruptedException {
    var deadline = Instant.now().plusSeconds(20);
    while (!isInSession(words)) {
      assertThat(Instant.now()).isBefore(deadline);
      new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
    }
  }

  private boolean isInSession(String words) throws IOException {
    try (var files = Files.walk(folder.resolve("home"))) {
      for (var file : files.filter(it -> it.toString().endsWith(".jsonl")).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(words)) {
          return true;
        }
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_program_goes_on_in_its_own_session_after_its_supervisor_was_killed(String program)
      throws Exception {
    var prompt =
        RealStaff.prompt(
            "Go on.",
            Turn.shell("echo first-$((6 * 7))").usage(1000, 100),
            Turn.text("done after {{tool_result}}").usage(3000, 300).hanging().times(1));
    workAndBeKilled(program, prompt, 1);

    try (var staff = new RealStaff(folder, llm.url())) {
      assertThat(staff.staff().found().resumed()).isEqualTo(1);
      var run = staff.staff().awaitEnd(staff.staff().all().getFirst().id());

      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(((State.Completed) run.state()).summary()).contains("done after", "first-42");
      assertThat(run.tenure().epoch()).isEqualTo(2);
      assertThat(run.dossier().usage().inputTokens()).isEqualTo(4000);
      assertThat(llm.exchanges("Go on.")).hasSize(3);
      staff.assertNothingIsLeft();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_program_is_not_resumed_twice(String program) throws Exception {
    var prompt = RealStaff.prompt("Go on.", Turn.shell("echo first-$((6 * 7))"), Turn.hang());
    workAndBeKilled(program, prompt, 1);
    int asked = llm.exchanges().size();
    var daemon = RealStaffProgram.of(folder, llm.url(), program, "Nothing else.").start();
    try {
      llm.await(it -> it.number() > asked && it.heard("Go on.") && it.turn() == 1);
    } finally {
      daemon.process().destroyForcibly().waitFor();
      daemon.await();
    }

    try (var staff = new RealStaff(folder, llm.url())) {
      var run =
          staff.staff().all().stream()
              .filter(it -> it.tenure().epoch() == 2)
              .findFirst()
              .orElseThrow();
      assertThat(run.state()).isInstanceOf(State.Failed.class);
      assertThat(((State.Failed) run.state()).reason()).isEqualTo(FailureReason.INTERRUPTED);
    }
  }
}
