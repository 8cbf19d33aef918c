package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Craft.Shortcut;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.hook.CommandLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Work that an agent knows by a name.
class ShortcutsTest {
  private static final Map<String, Shortcut> COMMANDS =
      Map.of(
          "review",
          new Shortcut(
              "reviews",
              "Review $1 of ${env.PROJECT} with !`git log -1`, then $2. All: $ARGUMENTS"),
          "v1.2",
          new Shortcut("does it anew", "Do the new."),
          "plain",
          new Shortcut("does it", "Do the usual."));

  @TempDir private Path folder;
  private final List<String> ran = new ArrayList<>();
  private TeamScene scene;

  @BeforeEach
  void begin() {
    CommandLines lines =
        (line, _, _, _) -> {
          ran.add(line);
          return new CommandLines.Outcome(0, "<the last commit>", "");
        };
    scene =
        TeamScene.in(folder)
            .running(lines)
            .hire(agent("known", craft(true)), agent("strange", craft(false)), agent("none"))
            .begin();
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private static Craft craft(boolean trusted) {
    return new Craft(
        new Craft.Origin("/x.yaml", trusted),
        "",
        List.of(),
        Team.NONE,
        Craft.Background.NONE,
        Thought.USUAL,
        COMMANDS,
        List.of(),
        null);
  }

  private Run run(String agent, String prompt) {
    return scene
        .staff()
        .awaitEnd(scene.staff().start(agent, prompt + " " + TeamScene.script(complete("Done."))));
  }

  private String told(Run run) {
    return String.join(
        "\n",
        scene.events(run.id(), RunEvent.Told.class).stream().map(RunEvent.Told::text).toList());
  }

  @Test
  void a_name_may_have_points() {
    assertThat(told(run("known", "/v1.2"))).startsWith("What '/v1.2' means:\n\nDo the new.");
  }

  @Test
  void its_instruction_is_filled_in_and_told_to_the_model() {
    var run = run("known", "/review \"a file.java\" gently");
    assertThat(summary(run)).isEqualTo("Done.");
    assertThat(told(run))
        .startsWith(
            "What '/review' means:\n\nReview a file.java of retinue with <the last commit>, then gently. All: \"a file.java\" gently");
    assertThat(ran).containsExactly("git log -1");
    assertThat(scene.llm().exchanges().getFirst().body().toString()).contains("Review a file.java");
  }

  /// What was said is summed up; what it is about is not.
  @Test
  void what_it_means_stays_when_the_conversation_becomes_too_long() {
    var tooLong =
        complete("Done.")
            .failing(400)
            .saying("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum")
            .times(1);
    var run =
        scene
            .staff()
            .awaitEnd(
                scene
                    .staff()
                    .start(
                        "known",
                        "/plain "
                            + TeamScene.script(
                                Turn.tool("think", Map.of()), tooLong, complete("Done."))));
    assertThat(scene.events(run.id(), RunEvent.Condensed.class)).hasSize(1);
    assertThat(scene.llm().exchanges().getLast().body().toString()).contains("Do the usual.");
  }

  @Test
  void arguments_that_have_no_place_are_told_beside() {
    assertThat(told(run("known", "/plain now"))).contains("Do the usual.\n\nThe arguments: now");
  }

  @Test
  void what_a_caller_writes_is_neither_a_command_nor_a_variable() {
    var run = run("known", "/review !`touch/x` ${env.OWN_KEY}");
    assertThat(told(run)).contains("Review !`touch/x` of").doesNotContain("sk-own");
    assertThat(ran).containsExactly("git log -1");
  }

  @Test
  void in_the_file_of_a_stranger_commands_and_variables_are_left_out_with_a_word() {
    var run = run("strange", "/review x y");
    assertThat(told(run)).contains("Review x of  with , then y.");
    assertThat(ran).isEmpty();
    assertThat(scene.events(run.id(), RunEvent.Noted.class))
        .extracting(RunEvent.Noted::text)
        .containsExactly(
            "'${env.PROJECT}' is left out: the file of this agent is not the operator's.",
            "'!`git log -1`' is left out: the file of this agent is not the operator's.");
  }

  @Test
  void one_that_is_misspelt_is_refused() {
    assertThat(summary(run("known", "/revew x")))
        .startsWith(
            "failed refused: Agent 'known' has no command '/revew'. Did you mean '/review'?");
  }

  @Test
  void other_work_that_begins_with_a_slash_is_work() {
    for (var prompt : List.of("/etc/hosts has a mistake.", "/usr is full.")) {
      var run = run("known", prompt);
      assertThat(summary(run)).isEqualTo("Done.");
      assertThat(told(run)).isEmpty();
    }
    assertThat(summary(run("none", "/review x"))).isEqualTo("Done.");
  }
}
