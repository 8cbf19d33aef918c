package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.craft;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What agents of files send to Anthropic begins in every turn as it did in the one before, and is
/// marked so that it is read from a cache.
class CachedPromptsTest {
  private static final String MARK = "cache_control";
  private static final int MOST_MARKS = 4;

  @TempDir private Path folder;
  private TeamScene scene;

  @BeforeEach
  void set() {
    scene = TeamScene.in(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  /// What was asked in a run of so many turns.
  private List<JsonNode> play(int turns, String result) {
    var tool = new RecordingTool("look", false, _ -> Tool.Result.of(result));
    var kit = new Kit(Kit.Kind.THINK);
    scene.hire(agent("reader", craft(Team.NONE, Thought.USUAL, kit))).lending(tool).begin();
    var script = new Turn[turns];
    Arrays.fill(script, Turn.tool("look", Map.of("word", "x")));
    script[turns - 1] = complete("Done.");
    assertThat(summary(scene.play("reader", script))).isEqualTo("Done.");
    return scene.llm().exchanges().stream().map(Exchange::body).toList();
  }

  @Test
  void instructions_tools_and_the_last_messages_are_marked() {
    var last = play(5, "seen").getLast();

    assertThat(last.at("/system/0").has(MARK)).isTrue();
    assertThat(last.path("tools").get(last.path("tools").size() - 1).has(MARK)).isTrue();
    var messages = last.path("messages");
    var marked = new ArrayList<Integer>();
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i).toString().contains(MARK)) {
        marked.add(i);
      }
    }
    assertThat(marked).containsExactly(messages.size() - 3, messages.size() - 1);
    assertThat(marks(last)).isEqualTo(MOST_MARKS);
  }

  @Test
  void every_question_begins_as_the_one_before_and_was_marked_at_its_end() {
    var bodies = play(12, "seen");
    for (int i = 1; i < bodies.size(); i++) {
      var before = bodies.get(i - 1);
      var after = bodies.get(i);
      assertThat(marks(after)).isLessThanOrEqualTo(MOST_MARKS);
      assertThat(unmarked(after.path("system"))).isEqualTo(unmarked(before.path("system")));
      assertThat(unmarked(after.path("tools"))).isEqualTo(unmarked(before.path("tools")));
      assertThat(begins(after, before)).as("question %d", i).isTrue();
      // What was kept at the end of the last question is looked for there.
      int end = before.path("messages").size() - 1;
      assertThat(after.path("messages").get(end).toString()).contains(MARK);
    }
  }

  @Test
  void to_leave_out_old_results_changes_the_beginning_rarely() {
    var bodies = play(31, "x".repeat(20_000));
    int changes = 0;
    for (int i = 1; i < bodies.size(); i++) {
      changes += begins(bodies.get(i), bodies.get(i - 1)) ? 0 : 1;
    }
    assertThat(changes).isBetween(1, 8);
  }

  /// Whether a question has all messages of the one before.
  private static boolean begins(JsonNode after, JsonNode before) {
    var messages = before.path("messages");
    for (int i = 0; i < messages.size(); i++) {
      if (!unmarked(after.path("messages").get(i)).equals(unmarked(messages.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private static int marks(JsonNode body) {
    return body.toString().split(MARK, -1).length - 1;
  }

  private static JsonNode unmarked(JsonNode node) {
    var copy = node.deepCopy();
    copy.findParents(MARK).forEach(it -> ((ObjectNode) it).remove(MARK));
    return copy;
  }
}
