package dev.retinue.cli.top;

import dev.retinue.cli.text.Amounts;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// All of the runs on a board together.
///
/// @param states how many are in each
/// @param spent real dollars
/// @param invented those that agents which play scripts only pretend to spend
record Totals(
    int runs, Map<String, Integer> states, BigDecimal spent, BigDecimal invented, long tokens) {

  static Totals of(Collection<? extends JsonNode> runs) {
    var states = new TreeMap<String, Integer>();
    var spent = BigDecimal.ZERO;
    var invented = BigDecimal.ZERO;
    long tokens = 0;
    for (var run : runs) {
      states.merge(run.path("state").asString("-"), 1, Integer::sum);
      var cost =
          run.path("cost_usd").isNumber() ? run.path("cost_usd").decimalValue() : BigDecimal.ZERO;
      if (Amounts.isInvented(run)) {
        invented = invented.add(cost);
      } else {
        spent = spent.add(cost);
      }
      tokens += run.path("tokens").asLong(0);
    }
    return new Totals(runs.size(), states, spent, invented, tokens);
  }

  String line() {
    var each =
        states.entrySet().stream()
            .map(it -> it.getValue() + " " + it.getKey())
            .collect(Collectors.joining(", "));
    return Amounts.counted(runs, "run")
        + (each.isEmpty() ? "" : ": " + each)
        + " · "
        + (spent.signum() == 0 ? "$0" : Amounts.cost(spent))
        + (invented.signum() == 0 ? "" : " and " + Amounts.cost(invented) + "* invented")
        + " · "
        + (tokens == 0 ? "0" : Amounts.count(tokens))
        + " tokens";
  }

  void describe(ObjectNode json) {
    json.put("runs", runs);
    states.forEach(json.putObject("states")::put);
    json.put("spent_usd", spent).put("invented_usd", invented).put("tokens", tokens);
  }
}
