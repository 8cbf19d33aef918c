package dev.retinue.bench;

import java.util.List;

/// What is compared, in which metrics, against which baseline, and what has to be reached.
record Benchmark(
    String title,
    String sentence,
    List<Metric> metrics,
    List<? extends Competitor> competitors,
    String baseline,
    List<Target> targets) {

  Benchmark {
    metrics = List.copyOf(metrics);
    competitors = List.copyOf(competitors);
    targets = List.copyOf(targets);
    var names = competitors.stream().map(Competitor::name).toList();
    requireKnown(names, baseline);
    for (var target : targets) {
      requireKnown(names, target.competitor());
      target.peer().ifPresent(peer -> requireKnown(names, peer));
    }
  }

  private static void requireKnown(List<String> names, String name) {
    if (!names.contains(name)) {
      throw new BenchException("'%s' is none of the competitors %s".formatted(name, names));
    }
  }
}
