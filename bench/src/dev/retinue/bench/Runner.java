package dev.retinue.bench;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;

/// Measures every competitor once per round, so that whatever slows the machine for a while slows
/// all of them, and in another order in every round, so that none always runs after the same one.
final class Runner {
  private final Benchmark benchmark;
  private final Rounds rounds;

  Runner(Benchmark benchmark, Rounds rounds) {
    this.benchmark = benchmark;
    this.rounds = rounds;
  }

  Results run() throws IOException, InterruptedException {
    var started = new ArrayDeque<Competitor>();
    try {
      for (var competitor : benchmark.competitors()) {
        competitor.start();
        started.push(competitor);
      }
      return measure();
    } finally {
      started.forEach(Competitor::close);
    }
  }

  private Results measure() throws IOException, InterruptedException {
    var random = new Random(rounds.seed());
    var samples = new LinkedHashMap<String, List<Map<Metric, Double>>>();
    benchmark.competitors().forEach(one -> samples.put(one.name(), new ArrayList<>()));
    for (int round = 1 - rounds.warmUp(); round <= rounds.counted(); round++) {
      var measured = measureRound(random);
      report(round, measured);
      if (round > 0) {
        measured.forEach((name, sample) -> samples.get(name).add(sample));
      }
    }
    return new Results(samples);
  }

  private Map<String, Map<Metric, Double>> measureRound(Random random)
      throws IOException, InterruptedException {
    var order = new ArrayList<Competitor>(benchmark.competitors());
    Collections.shuffle(order, random);
    var measured = new LinkedHashMap<String, Map<Metric, Double>>();
    for (var competitor : order) {
      var sample = sample(competitor);
      if (!sample.keySet().containsAll(benchmark.metrics())) {
        throw new BenchException(competitor.name() + " did not measure all metrics");
      }
      measured.put(competitor.name(), Map.copyOf(sample));
    }
    return measured;
  }

  private static Map<Metric, Double> sample(Competitor competitor) throws InterruptedException {
    try {
      return competitor.measure();
    } catch (IOException e) {
      throw new BenchException(competitor.name() + " could not be measured: " + e.getMessage());
    }
  }

  private void report(int round, Map<String, Map<Metric, Double>> measured) {
    var metric = benchmark.metrics().getFirst();
    var line = new StringJoiner("; ");
    for (var competitor : benchmark.competitors()) {
      var value = measured.get(competitor.name()).get(metric);
      line.add(competitor.name() + " " + Table.number(value) + " " + metric.unit());
    }
    var title = round > 0 ? "round " + round : "warm-up " + (round + rounds.warmUp());
    int all = round > 0 ? rounds.counted() : rounds.warmUp();
    Harness.say("%s of %d: %s".formatted(title, all, line));
  }
}
