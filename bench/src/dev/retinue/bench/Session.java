package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A server on standard streams that is started anew for every sample and asked a few things: the
/// time until it has answered all of them, and its memory then.
record Session(String name, Command command, List<String> requests) implements Competitor {
  static final Metric CPU = Metric.lowerIsBetter("time on the cores", "ms");
  static final Metric MEMORY = Metric.lowerIsBetter("memory (RSS)", "MB");

  private static final Duration LIMIT = Duration.ofSeconds(60);

  static Session of(String name, Command command, Goal goal) {
    return new Session(name, command, goal.requests(Dialect.MODERN, Dialect.MODERN.call()));
  }

  @Override
  public Map<Metric, Double> measure() throws IOException, InterruptedException {
    try (var child = Child.startTalking(name, command)) {
      for (var request : requests) {
        child.ask(request, AotCache.isAnswer(), LIMIT);
      }
      double time = child.age().toNanos() / 1e6;
      return Map.of(Program.TIME, time, CPU, child.cpuMillis(), MEMORY, child.megabytes());
    }
  }
}
