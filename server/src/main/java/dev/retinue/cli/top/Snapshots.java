package dev.retinue.cli.top;

import dev.retinue.cli.daemon.Api;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The runs as they are just now.
public record Snapshots(Api api) {
  private static final int MOST_AT_WORK = 1000;
  private static final int MOST_ENDED = 100;

  /// Those at work, and the newest of those that have ended if they are wanted.
  public List<JsonNode> runs(boolean ended) throws InterruptedException {
    var runs = new ArrayList<JsonNode>();
    add(runs, "status=running,ready&limit=" + MOST_AT_WORK);
    if (ended) {
      add(runs, "status=completed,stopped&limit=" + MOST_ENDED);
    }
    return runs;
  }

  private void add(List<JsonNode> runs, String query) throws InterruptedException {
    api.runs(query).path("agents").forEach(runs::add);
  }

  public static void describe(List<JsonNode> runs, ObjectNode json) {
    Totals.of(runs).describe(json.putObject("totals"));
    runs.forEach(json.putArray("agents")::add);
  }
}
