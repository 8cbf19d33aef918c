package dev.retinue.bench;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a benchmark prints: the facts of the machine, and a table for every metric.
record Report(Benchmark benchmark, Map<String, String> facts, Results results) {
  String markdown() {
    var text = new StringBuilder();
    text.append("## %s\n\n%s\n\n".formatted(benchmark.title(), benchmark.sentence()));
    facts.forEach((name, fact) -> text.append("- %s: %s\n".formatted(name, fact)));
    text.append("\nA ratio is the median of the ratios within the rounds.\n");
    for (var metric : benchmark.metrics()) {
      text.append("\n### %s\n\n%s".formatted(heading(metric), table(metric)));
    }
    return text.toString();
  }

  private static String heading(Metric metric) {
    var better =
        switch (metric.better()) {
          case LOWER -> "lower";
          case HIGHER -> "higher";
        };
    return "%s in %s, %s is better".formatted(metric.name(), metric.unit(), better);
  }

  private Table table(Metric metric) {
    var ratio = "ratio to " + benchmark.baseline();
    var table = new Table(List.of("competitor", "median", "q1 .. q3", ratio, "target"));
    for (var competitor : benchmark.competitors()) {
      var name = competitor.name();
      table.row(
          List.of(
              name,
              Table.number(results.median(metric, name)),
              Table.number(results.quantile(0.25, metric, name))
                  + " .. "
                  + Table.number(results.quantile(0.75, metric, name)),
              ratio(results.ratio(metric, name, benchmark.baseline())),
              verdicts(metric, name)));
    }
    return table;
  }

  /// To nothing there is no ratio.
  private static String ratio(double ratio) {
    return Double.isFinite(ratio) ? Table.number(ratio) + "x" : "";
  }

  private String verdicts(Metric metric, String competitor) {
    return benchmark.targets().stream()
        .filter(target -> target.metric().equals(metric) && target.competitor().equals(competitor))
        .map(target -> target.verdict(results))
        .collect(Collectors.joining("; "));
  }
}
