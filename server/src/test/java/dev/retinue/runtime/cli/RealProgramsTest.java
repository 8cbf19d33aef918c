package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The real programs, as they work when all goes well and when the service fails.
@EndToEnd
final class RealProgramsTest {
  private static final Map<String, FailureReason> REASONS =
      Map.of(
          "auth", FailureReason.REFUSED,
          "error", FailureReason.ERROR,
          "overload", FailureReason.ERROR,
          "quota", FailureReason.QUOTA);

  @TempDir private Path folder;
  private ScriptedLlm llm;
  private RealStaff staff;

  @BeforeEach
  void begin() {
    llm = ScriptedLlm.start();
    staff = new RealStaff(folder, llm.url());
  }

  @AfterEach
  void nothing_is_left() {
    staff.assertNothingIsLeft();
    staff.close();
    llm.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void text_and_a_shell_command_come_through(String program) throws Exception {
    var run =
        staff.run(
            program,
            "Say hello.",
            Turn.shell("echo hi-from-$((40 + 2))").usage(1000, 100),
            Turn.text("It said: {{tool_result}}").usage(2000, 200));

    assertThat(summary(run)).contains("It said: ", "hi-from-42");
    assertThat(staff.staff().events(run.id()))
        .anyMatch(it -> it instanceof RunEvent.ToolCalled called && called.input().contains("hi-"))
        .anyMatch(it -> it instanceof RunEvent.ToolAnswered a && a.output().contains("from-42"));
    assertThat(run.dossier().usage().inputTokens()).isEqualTo(3000);
    assertThat(run.dossier().usage().outputTokens()).isEqualTo(300);
    var asked = llm.await("Say hello.");
    assertThat(asked.key()).isEqualTo("key-of-" + program);
    assertThat(asked.conversation().toolNames()).doesNotContain("Task", "Agent");
    assertThat(asked.body().toString()).contains("Be brief.");
  }

  private static String summary(Run run) {
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void failures_of_the_service_are_told_apart(String program) {
    var kinds = Map.of(400, "error", 401, "auth", 429, "quota", 500, "overload", 529, "overload");
    var runs = new TreeMap<Integer, RunId>();
    for (int status : kinds.keySet()) {
      runs.put(status, staff.start(program, "Fail with " + status, Turn.error(status)));
    }
    runs.forEach(
        (status, id) -> assertFailed(staff.staff().awaitEnd(id), kinds.getOrDefault(status, "")));
  }

  private static void assertFailed(Run run, String kind) {
    assertThat(run.state()).isInstanceOf(State.Failed.class);
    var failed = (State.Failed) run.state();
    assertThat(failed.message()).startsWith(kind + ": ");
    assertThat(failed.reason()).isEqualTo(REASONS.get(kind));
    assertThat(run.facts()).containsEntry("trouble", kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_connection_that_breaks_once_is_mended_by_the_program(String program) {
    var run = staff.run(program, "x", Turn.text("All of it.").dropping().times(1));
    assertThat(summary(run)).isEqualTo("All of it.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_connection_that_always_breaks_is_a_failure_with_its_reason(String program) {
    assertFailed(staff.run(program, "x", Turn.text("All of it.").dropping()), "error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_big_answer_comes_through(String program) {
    var run = staff.run(program, "x", Turn.big(1_000_000));
    assertThat(run.state()).isInstanceOf(State.Completed.class);
  }
}
