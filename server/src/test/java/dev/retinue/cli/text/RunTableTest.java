package dev.retinue.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RunTableTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:01:05Z");

  @Test
  void each_run_stands_below_the_one_that_started_it() {
    var child = run("agent-cccccccc0000", "researcher", "agent-aaaaaaaa0000", "completed");
    var grandchild = run("agent-dddddddd0000", "helper", "agent-cccccccc0000", "running");
    var root = run("agent-aaaaaaaa0000", "builder", null, "running");
    var other = run("agent-bbbbbbbb0000", "reviewer", null, "waiting");
    other.putArray("waiting_for").addObject().put("text", "Shall I?");
    var orphan = run("agent-eeeeeeee0000", "lost", "agent-of-another-page", "queued");

    var lines = table(Style.PLAIN, 100, List.of(grandchild, child, other, root, orphan));

    assertThat(lines)
        .containsExactly(
            "ID              AGENT          STATE         TIME     COST TOKENS  DOING",
            "agent-bbbbbbbb  reviewer       waiting     1m 05s   $0.020   1.5k  ? Shall I?",
            "agent-aaaaaaaa  builder        running     1m 05s   $0.020   1.5k  a shop",
            "agent-cccccccc  └ researcher   completed   1m 05s   $0.020   1.5k  a shop",
            "agent-dddddddd    └ helper     running     1m 05s   $0.020   1.5k  a shop",
            "agent-eeeeeeee  lost           queued      1m 05s   $0.020   1.5k  a shop");
  }

  @Test
  void who_waits_in_line_says_why_and_who_is_stalled_since_when() {
    var queued = run("agent-aaaaaaaa0000", "one", null, "queued");
    queued.put("queue_reason", "waits for a slot (1 of 1 at work)");
    var stalled = run("agent-bbbbbbbb0000", "two", null, "running");
    stalled.put("liveness", "stalled").put("last_output_at", "2026-01-01T00:00:05Z");
    stalled.put("recent_output", "working on it");

    assertThat(table(Style.PLAIN, 120, List.of(queued, stalled)))
        .satisfiesExactly(
            it -> assertThat(it).startsWith("ID"),
            it -> assertThat(it).endsWith("  waits for a slot (1 of 1 at work)"),
            it -> assertThat(it).endsWith("  stalled, last output 1m 00s ago"));
  }

  @Test
  void who_has_begun_no_longer_says_why_it_waited() {
    var run = run("agent-aaaaaaaa0000", "one", null, "completed");
    run.put("queue_reason", "is about to begin").put("doing", "all is done");

    assertThat(table(Style.PLAIN, 120, List.of(run)).get(1)).endsWith("  all is done");
  }

  @Test
  void colours_change_nothing_but_the_colour() {
    var run = run("agent-aaaaaaaa0000", "builder", null, "failed");
    var coloured = table(Style.COLOURED, 100, List.of(run));
    assertThat(coloured.get(1)).contains("\u001b[31mfailed    \u001b[0m");
    assertThat(coloured.stream().map(line -> line.replaceAll("\u001b\\[[0-9]+m", "")))
        .isEqualTo(table(Style.PLAIN, 100, List.of(run)));
  }

  @Test
  void what_an_agent_says_stays_on_its_line_and_is_harmless() {
    var run = run("agent-aaaaaaaa0000", "builder", null, "running");
    run.put("recent_output", "first\nsecond \u001b[2J" + "x".repeat(500));
    var line = table(Style.PLAIN, 100, List.of(run)).get(1);
    assertThat(line).contains("first second [2Jxxx").endsWith("…").doesNotContain("\u001b");
    assertThat(line.length()).isLessThanOrEqualTo(100);
  }

  @Test
  void runs_that_claim_to_have_started_each_other_end_nothing() {
    var one = run("agent-aaaaaaaa0000", "one", "agent-bbbbbbbb0000", "running");
    var other = run("agent-bbbbbbbb0000", "other", "agent-aaaaaaaa0000", "running");
    assertThat(table(Style.PLAIN, 100, List.of(one, other))).hasSize(1);
  }

  private static List<String> table(Style style, int width, List<ObjectNode> runs) {
    return new RunTable(style, width).lines(runs, NOW);
  }

  private static ObjectNode run(String id, String agent, @Nullable String parent, String state) {
    var run = JsonMapper.shared().createObjectNode();
    run.put("id", id).put("agent", agent).put("state", state).put("contract", "a shop");
    run.put("started_at", "2026-01-01T00:00:00Z").put("cost_usd", 0.02).put("tokens", 1500);
    return parent == null ? run : run.put("parent", parent);
  }
}
