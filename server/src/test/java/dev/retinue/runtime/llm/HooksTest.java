package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Hook.Moment;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.OperatorLines;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.testing.EndToEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands of the operator hear of what an agent does, and may object.
@EndToEnd
final class HooksTest {
  private static final Duration USUAL = Duration.ofSeconds(60);
  private static final Turn ECHO = Turn.tool("echo", Map.of("word", "hello"));

  @TempDir private Path folder;
  private final RecordingTool echo = RecordingTool.echo("echo");

  private static Hook hook(Moment moment, String matcher, String command) {
    return new Hook(moment, matcher, command, USUAL);
  }

  private Run run(boolean trusted, Hook... hooks) {
    return run(trusted, List.of(hooks), ECHO, complete("{{tool_result}}"));
  }

  private Run run(boolean trusted, List<Hook> hooks, Turn... turns) {
    var craft =
        new Craft(
            new Craft.Origin("/x.yaml", trusted),
            "",
            List.of(),
            Team.NONE,
            Craft.Background.NONE,
            Thought.USUAL,
            Map.of(),
            hooks,
            null);
    var data = folder.resolve("data");
    var lines =
        new OperatorLines(
            new Supervisor(data, System.getenv()), System.getenv(), data.resolve("run"));
    CommandLines port =
        (line, where, heard, deadline) -> {
          var result = lines.run(line, where, heard, deadline);
          return new CommandLines.Outcome(result.exit(), result.output(), result.errors());
        };
    try (var scene =
        TeamScene.in(data).running(port).lending(echo).hire(agent("hooked", craft)).begin()) {
      var run = scene.play("hooked", turns);
      noted =
          scene.events(run.id(), RunEvent.Noted.class).stream().map(RunEvent.Noted::text).toList();
      return run;
    }
  }

  private List<String> noted = List.of();

  private String heard() throws Exception {
    return Files.readString(folder.resolve("heard"));
  }

  private String write() {
    return "cat >> '%1$s'; echo >> '%1$s'".formatted(folder.resolve("heard"));
  }

  @Test
  void all_that_happens_is_told_to_those_who_want_to_hear_it() throws Exception {
    var run =
        run(
            true,
            hook(Moment.SESSION_START, "", write()),
            hook(Moment.ON_USER_INPUT, "", write()),
            hook(Moment.PRE_TOOL_USE, "ec.*", write()),
            hook(Moment.POST_TOOL_USE, "", write()),
            hook(Moment.PRE_TOOL_USE, "other", write()),
            hook(Moment.SESSION_END, "", write()));
    assertThat(summary(run)).isEqualTo("hello");
    assertThat(heard())
        .containsSubsequence(
            "\"hook_event_name\":\"session_start\"",
            "\"source\":\"startup\"",
            "\"hook_event_name\":\"on_user_input\"",
            "Do it.",
            "\"hook_event_name\":\"pre_tool_use\"",
            "\"tool_name\":\"echo\",\"tool_input\":{\"word\":\"hello\"}",
            "\"hook_event_name\":\"post_tool_use\"",
            "\"output\":\"hello\",\"failed\":false",
            "\"hook_event_name\":\"session_end\",\"reason\":\"completed\"");
    assertThat(noted).isEmpty();
  }

  @Test
  void one_may_object_by_how_it_ends_or_by_what_it_prints() {
    for (var objection :
        List.of(
            "echo 'not on a Friday' >&2; exit 2",
            "echo '{\"decision\":\"block\",\"reason\":\"not on a Friday\"}'",
            "echo '{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"not on a Friday\"}}'",
            "echo '{\"hook_specific_output\":{\"permission_decision\":\"deny\",\"permission_decision_reason\":\"not on a Friday\"}}'")) {
      var run = run(true, hook(Moment.PRE_TOOL_USE, "echo", objection));
      assertThat(summary(run)).isEqualTo("A hook of the operator blocked it: not on a Friday");
      assertThat(noted).singleElement().asString().contains("blocked echo: not on a Friday");
    }
    assertThat(echo.inputs()).isEmpty();
  }

  @Test
  void what_goes_wrong_afterwards_is_noted_and_the_work_goes_on() {
    var run =
        run(
            true,
            hook(Moment.SESSION_START, "", "echo broken >&2; exit 1"),
            new Hook(Moment.POST_TOOL_USE, "echo", "sleep 60", Duration.ofSeconds(1)));
    assertThat(summary(run)).isEqualTo("hello");
    assertThat(noted)
        .satisfiesExactly(
            it -> assertThat(it).endsWith("failed: it ended with 1: broken"),
            it -> assertThat(it).endsWith("failed: it took longer than 1 s"));
  }

  /// Whoever guards a tool and cannot say anything has not let it pass.
  @Test
  void a_guard_that_fails_lets_nothing_pass() {
    for (var failure :
        List.of(
            hook(Moment.PRE_TOOL_USE, "echo", "echo broken >&2; exit 1"),
            new Hook(Moment.PRE_TOOL_USE, "echo", "sleep 60", Duration.ofSeconds(1)))) {
      var run = run(true, failure);
      assertThat(summary(run)).startsWith("A hook of the operator blocked it: it failed");
    }
    assertThat(echo.inputs()).isEmpty();
  }

  @Test
  void one_that_wants_somebody_to_be_asked_lets_nothing_pass() {
    var run =
        run(
            true,
            hook(
                Moment.PRE_TOOL_USE,
                "echo",
                "echo '{\"hook_specific_output\":{\"permission_decision\":\"ask\"}}'"));
    assertThat(summary(run)).contains("it wants somebody to be asked");
    assertThat(echo.inputs()).isEmpty();
  }

  @Test
  void one_may_change_what_a_tool_is_given() {
    for (var words :
        List.of("hook_specific_output updated_input", "hookSpecificOutput updatedInput")) {
      var names = words.split(" ", -1);
      var run =
          run(
              true,
              hook(
                  Moment.PRE_TOOL_USE,
                  "echo",
                  "echo '{\"%s\":{\"%s\":{\"word\":\"goodbye\"}}}'".formatted(names[0], names[1])),
              hook(Moment.PRE_TOOL_USE, "echo", write()));
      assertThat(summary(run)).isEqualTo("goodbye");
      assertThat(noted).singleElement().asString().contains("changed what echo is given");
    }
  }

  @Test
  void hooks_in_the_file_of_a_stranger_are_never_run() {
    var run = run(false, hook(Moment.PRE_TOOL_USE, "", write()));
    assertThat(summary(run)).isEqualTo("hello");
    assertThat(folder.resolve("heard")).doesNotExist();
  }

  @Test
  void they_see_no_keys() throws Exception {
    run(true, hook(Moment.SESSION_START, "", "env > '%s'".formatted(folder.resolve("heard"))));
    assertThat(heard()).contains("PATH=").doesNotContain("KEY", "TOKEN");
  }
}
