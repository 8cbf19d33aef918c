package dev.retinue.cli.text;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Runs as a table, each below the one that started it.
public final class RunTable {
  private static final int AGENT = 24;
  private static final int DEEPEST = 10;

  private final Style style;
  private final int width;
  private final boolean budgets;

  /// @param width how many characters fit on a line
  public RunTable(Style style, int width) {
    this(style, width, false);
  }

  private RunTable(Style style, int width, boolean budgets) {
    this.style = style;
    this.width = width;
    this.budgets = budgets;
  }

  /// The same, with what each may cost beside what it has cost.
  public RunTable withBudgets() {
    return new RunTable(style, width, true);
  }

  /// The line of one run.
  public record Line(String id, String text) {}

  /// The lines of the table, the first with the names of the columns.
  ///
  /// @param runs as the API shows them, those first that are to stand first
  public List<String> lines(Collection<? extends JsonNode> runs, Instant now) {
    var lines = new ArrayList<String>();
    lines.add(heading());
    rows(runs, now).forEach(it -> lines.add(it.text()));
    return lines;
  }

  public String heading() {
    var cost = budgets ? "COST/BUDGET" : "COST";
    return style.bold(row("ID", "AGENT", "STATE", "TIME", cost, "TOKENS", "DOING").stripTrailing());
  }

  /// The lines below the heading.
  public List<Line> rows(Collection<? extends JsonNode> runs, Instant now) {
    var ids = new HashSet<String>();
    runs.forEach(run -> ids.add(run.path("id").asString("")));
    var below = new LinkedHashMap<String, List<JsonNode>>();
    for (var run : runs) {
      var parent = run.path("parent").asString("");
      below.computeIfAbsent(ids.contains(parent) ? parent : "", _ -> new ArrayList<>()).add(run);
    }
    var lines = new ArrayList<Line>();
    add("", 0, below, new HashSet<>(), now, lines);
    return lines;
  }

  private void add(
      String parent,
      int depth,
      Map<String, List<JsonNode>> below,
      Set<String> seen,
      Instant now,
      List<Line> lines) {
    for (var run : below.getOrDefault(parent, List.of())) {
      var id = run.path("id").asString("");
      if (seen.add(id)) {
        lines.add(new Line(id, line(run, Math.min(depth, DEEPEST), now)));
        add(id, depth + 1, below, seen, now, lines);
      }
    }
  }

  private String line(JsonNode run, int depth, Instant now) {
    var state = Harmless.line(run.path("state").asString("-"), 10);
    var indent = depth == 0 ? "" : "  ".repeat(depth - 1) + "└ ";
    var agent = indent + Harmless.line(run.path("agent").asString(""), AGENT);
    var row =
        row(
            Amounts.shortId(run.path("id").asString("")),
            agent,
            "\0",
            Amounts.elapsed(run, now),
            cost(run),
            Amounts.count(run.path("tokens").asLong(0)),
            "");
    var doing =
        Harmless.line(warned(run) + doing(run, now), Math.max(10, width - row.length() - 10));
    return (row + doing)
        .stripTrailing()
        .replace("\0" + " ".repeat(9), style.state(state, "%-10s".formatted(state)));
  }

  private String cost(JsonNode run) {
    var cost = Amounts.cost(run.path("cost_usd")) + (Amounts.isInvented(run) ? "*" : "");
    var most = run.path("max_cost_usd");
    return budgets && most.isNumber() ? cost + "/" + Amounts.cost(most.decimalValue()) : cost;
  }

  private String row(
      String id,
      String agent,
      String state,
      String time,
      String cost,
      String tokens,
      String doing) {
    return (budgets ? "%-15s %-14s %-10s %7s %14s %6s  %s" : "%-15s %-14s %-10s %7s %8s %6s  %s")
        .formatted(id, agent, state, time, cost, tokens, doing);
  }

  /// That something was asked for and could not be done; `retinue logs` says what.
  private static String warned(JsonNode run) {
    int count = run.path("warnings").size();
    return count == 0 ? "" : "(%d warning%s) ".formatted(count, count == 1 ? "" : "s");
  }

  private static String sinceLastOutput(JsonNode run, Instant now) {
    var at = run.path("last_output_at").asString(now.toString());
    return Amounts.time(Duration.between(Instant.parse(at), now));
  }

  /// What its state rests on, or when something was last heard of it, where that is to be seen.
  private String heard(JsonNode run, Instant now) {
    var evidence = run.path("evidence").asString("");
    if (budgets && !evidence.isEmpty()) {
      return "(%s) ".formatted(evidence);
    }
    boolean atWork = run.path("state").asString("").equals("running") && run.has("last_output_at");
    return budgets && atWork ? "(output %s ago) ".formatted(sinceLastOutput(run, now)) : "";
  }

  /// What it waits for, else what it said last, else what it is to do.
  private String doing(JsonNode run, Instant now) {
    var needs = run.path("waiting_for");
    if (!needs.isEmpty()) {
      return "? " + needs.get(0).path("text").asString("");
    }
    var reason = run.path("queue_reason").asString("");
    if (!reason.isBlank() && run.path("state").asString("").equals("queued")) {
      return reason;
    }
    if (run.path("liveness").asString("").equals("stalled")) {
      return "stalled, last output %s ago".formatted(sinceLastOutput(run, now));
    }
    for (var field : List.of("doing", "summary", "error", "recent_output", "contract")) {
      var text = run.path(field).asString("");
      if (!text.isBlank()) {
        return heard(run, now) + text;
      }
    }
    return "";
  }
}
