package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.craft;
import static dev.retinue.runtime.llm.TeamScene.script;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A conversation is summed up before it is more than its model can read.
class FullContextTest {
  private static final long CONTEXT = 10_000;

  /// About all that the model reads.
  private static final String LONG = "The log says nothing new. ".repeat(1_700);

  private static final String SUMMED_UP = script(Turn.text("I have read the log."));

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

  private void open(Tool tool, Thought thought) {
    scene.hire(agent("reader", craft(Team.NONE, thought))).lending(tool).begin();
  }

  private static Thought reading(long context) {
    return new Thought(
        Thought.Sampling.USUAL,
        List.of(),
        Thought.Fallback.NONE,
        0,
        0,
        Map.of(TeamScene.MODEL, context));
  }

  /// What it answers last is what the model says when it sums up: the newest script counts.
  private static Tool log(String... answers) {
    var calls = new AtomicInteger();
    return new RecordingTool(
        "log",
        false,
        _ -> Tool.Result.of(answers[Math.min(answers.length - 1, calls.getAndIncrement())]));
  }

  private static Turn read() {
    return Turn.tool("log", Map.of("word", "x"));
  }

  private List<Exchange> questions() {
    return scene.llm().exchanges().stream()
        .filter(it -> !it.body().path("tools").isEmpty())
        .toList();
  }

  @Test
  void it_is_summed_up_at_nine_tenths_and_goes_on_from_there() {
    open(log(LONG + SUMMED_UP), reading(CONTEXT));
    var id = scene.start("reader", read(), complete("Done."));
    var run = scene.staff().awaitEnd(id);

    assertThat(summary(run)).isEqualTo("Done.");
    assertThat(scene.events(id, RunEvent.Condensed.class))
        .extracting(RunEvent.Condensed::summary)
        .containsExactly("I have read the log.");
    assertThat(notes(id))
        .anySatisfy(
            it ->
                assertThat(it)
                    .matches(
                        "The conversation has about \\d+ tokens, and its model reads 10000. What was said so far is summed up."));
    assertThat(questions().getLast().body().toString())
        .contains("I have read the log.")
        .doesNotContain("nothing new");
  }

  @Test
  void what_it_costs_to_sum_up_is_charged() {
    open(log(LONG + script(Turn.text("I have read it.").usage(4_000, 50))), reading(CONTEXT));
    var run = scene.play("reader", read().usage(2_000, 20), complete("Done.").usage(400, 30));

    var spent = Usage.NONE;
    for (var each : scene.events(run.id(), RunEvent.Spent.class)) {
      spent = spent.plus(each.usage());
    }
    assertThat(spent.inputTokens()).isEqualTo(6_400);
    assertThat(spent.outputTokens()).isEqualTo(100);
    assertThat(run.dossier().usage()).isEqualTo(spent);
    assertThat(scene.staff().account(run.id()).spent()).isEqualTo(spent);
  }

  private List<String> notes(RunId id) {
    return scene.events(id, RunEvent.Noted.class).stream().map(RunEvent.Noted::text).toList();
  }

  @Test
  void what_is_short_enough_stays_as_it_is() {
    open(log(LONG), reading(10 * CONTEXT));
    var run = scene.play("reader", read(), complete("Done."));
    assertThat(scene.events(run.id(), RunEvent.Condensed.class)).isEmpty();
    assertThat(questions().getLast().body().toString()).contains("nothing new");
  }

  @Test
  void a_run_may_be_summed_up_as_often_as_it_needs_and_never_asks_too_much() {
    var full = LONG + SUMMED_UP;
    open(log(full, full, full, full, full, full, full, "the end"), reading(CONTEXT));
    // What was summed up counts as one turn, so the second is played until a result is short.
    var run = scene.play("reader", read(), read(), complete("Done."));

    assertThat(summary(run)).isEqualTo("Done.");
    assertThat(scene.events(run.id(), RunEvent.Condensed.class)).hasSizeGreaterThanOrEqualTo(6);
    assertThat(scene.llm().exchanges())
        .allSatisfy(it -> assertThat(it.body().toString().length()).isLessThan((int) CONTEXT * 4));
  }

  @Test
  void whoever_takes_it_up_again_begins_from_the_summary() throws Exception {
    open(log(LONG + SUMMED_UP), reading(CONTEXT));
    var id = scene.start("reader", read(), complete("Done.").hanging().times(1));
    var _ =
        scene.llm().await(it -> it.body().toString().contains("That is what you have done so far"));
    scene.killAndReopen();

    assertThat(summary(scene.staff().awaitEnd(id))).isEqualTo("Done.");
    assertThat(scene.events(id, RunEvent.Condensed.class)).hasSize(1);
    assertThat(questions().getLast().body().toString())
        .contains("I have read the log.")
        .doesNotContain("nothing new");
  }

  @Test
  void a_summary_is_a_part_of_the_next_one() {
    var full = LONG + SUMMED_UP;
    open(log(full, full, "the end"), reading(CONTEXT));
    scene.play("reader", read(), read(), complete("Done."));

    assertThat(scene.llm().exchanges())
        .filteredOn(it -> it.body().path("tools").isEmpty())
        .hasSize(2)
        .last()
        .satisfies(
            it ->
                assertThat(it.body().toString())
                    .contains("[summed up before] I have read the log."));
  }

  @Test
  void results_of_long_ago_are_left_out_first() {
    open(log("x".repeat(40_000)), Thought.USUAL);
    var turns = new Turn[9];
    Arrays.fill(turns, read());
    turns[8] = complete("Done.");
    var run = scene.play("reader", turns);

    assertThat(summary(run)).isEqualTo("Done.");
    assertThat(scene.events(run.id(), RunEvent.Condensed.class)).isEmpty();
    assertThat(questions().getLast().body().toString())
        .contains("[This result of 40000 characters is left out, because it is old.")
        .hasSizeLessThan(260_000);
  }
}
