package dev.retinue.cli;

import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.EventText;
import dev.retinue.cli.text.LiveBlock;
import dev.retinue.cli.text.RunTable;
import dev.retinue.cli.text.Style;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is to be seen of a demonstration: a table that is drawn again in its place, or, where
/// nobody looks, a line for each thing that happens.
final class DemoScene {
  private static final Set<String> ENDED = Set.of("completed", "failed", "stopped");

  private final PrintWriter out;
  private final boolean live;
  private final boolean silent;
  private final RunTable table;
  private final LiveBlock block;
  private final EventText text;
  private final Map<String, ObjectNode> runs = new LinkedHashMap<>();

  DemoScene(PrintWriter out, Style style, boolean live, boolean silent) {
    this.out = out;
    this.live = live;
    this.silent = silent;
    this.table = new RunTable(style, Ps.WIDTH);
    this.block = new LiveBlock(out);
    this.text = new EventText(Style.PLAIN, ZoneId.systemDefault());
  }

  /// Whether this run was not there yet.
  synchronized boolean enter(JsonNode run) {
    var row = run.deepCopy().asObject();
    row.put("state", "queued").remove("ended_at");
    // What stands below it is for the model alone.
    row.put("contract", row.path("contract").asString("").lines().findFirst().orElse(""));
    row.put("cost_usd", BigDecimal.ZERO).put("tokens", 0);
    return runs.putIfAbsent(row.path("id").asString(""), row) == null;
  }

  private static void spend(ObjectNode run, JsonNode event) {
    var cost = event.path("cost_usd").asDecimal(BigDecimal.ZERO);
    run.put("cost_usd", run.path("cost_usd").decimalValue().add(cost));
    run.put(
        "tokens",
        run.path("tokens").asLong()
            + event.path("input_tokens").asLong(0)
            + event.path("output_tokens").asLong(0));
  }

  synchronized void hear(String id, JsonNode event) {
    var run = runs.get(id);
    if (run == null) {
      return;
    }
    switch (event.path("type").asString("")) {
      case "started", "answered" -> run.put("state", "running");
      case "asked" -> run.put("state", "waiting");
      case "spent" -> spend(run, event);
      case "completed", "failed", "stopped" -> {
        var how = event.path("type").asString("");
        run.put("state", how).put("status", how.equals("completed") ? how : "stopped");
        run.put("ended_at", event.path("at").asString("")).remove("recent_output");
      }
      default -> {}
    }
    var line = text.of(event);
    line.ifPresent(it -> run.put("doing", it));
    if (!live && !silent && line.isPresent()) {
      out.println(
          "%-15s %-11s %s"
              .formatted(Amounts.shortId(id), run.path("agent").asString(""), line.get()));
      out.flush();
    }
  }

  synchronized void lose(String id, String why) {
    var run = runs.get(id);
    if (run != null && !ended(run)) {
      run.put("state", "failed").put("doing", why);
    }
  }

  synchronized void draw() {
    if (live) {
      block.draw(table.lines(runs.values(), Instant.now()));
    }
  }

  /// Shows how it ended.
  synchronized void end() {
    draw();
    if (live) {
      block.close();
    }
    if (!live && !silent) {
      out.println();
      table.lines(runs.values(), Instant.now()).forEach(out::println);
    }
  }

  synchronized boolean isOver() {
    return runs.values().stream().allMatch(DemoScene::ended);
  }

  synchronized boolean allCompleted() {
    return runs.values().stream()
        .allMatch(run -> run.path("state").asString("").equals("completed"));
  }

  synchronized void describe(ArrayNode into) {
    runs.values().forEach(into::add);
  }

  private static boolean ended(JsonNode run) {
    return ENDED.contains(run.path("state").asString(""));
  }
}
