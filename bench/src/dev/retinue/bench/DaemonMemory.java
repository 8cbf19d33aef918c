package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// How much memory the daemon takes: with nothing to do, and with 1,000 runs at work.
final class DaemonMemory {
  private static final Metric MEMORY = Metric.lowerIsBetter("memory (RSS)", "MB");
  private static final Rounds ROUNDS = new Rounds(3, 0, 42);
  private static final Duration SETTLING = Duration.ofSeconds(3);
  private static final String IDLE = "retinue serve, idle";
  private static final int ALIVE = 1000;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new DaemonMemory()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var distribution = Distribution.current();
    return new Benchmark(
        "The memory of the daemon",
        "How much memory `retinue serve` takes, %d s after it was started or given its last run."
            .formatted(SETTLING.toSeconds()),
        List.of(MEMORY),
        List.of(
            new Settled(distribution, IDLE, 0),
            new Settled(distribution, "retinue serve, 1,000 runs at work", ALIVE)),
        IDLE,
        List.of());
  }

  /// A daemon with so many runs.
  private record Settled(Distribution distribution, String name, int runs) implements Competitor {
    @Override
    public Map<Metric, Double> measure() throws IOException, InterruptedException {
      try (var daemon = Daemon.start(distribution, CorePeer.newFolder(), Daemon.LIMITS)) {
        daemon.keepAtWork(runs);
        Thread.sleep(SETTLING);
        return Map.of(MEMORY, daemon.megabytes());
      }
    }
  }
}
