package dev.retinue.bench;

import dev.retinue.bench.ThinkingPeers.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What agents take whose models answer all at once.
final class ThinkingCrowd {
  private static final Metric MEMORY = Metric.lowerIsBetter("memory (RSS) of an agent", "KB");
  private static final Metric HEAP = Metric.lowerIsBetter("heap of an agent", "KB");
  private static final Metric CORES = Metric.lowerIsBetter("time on the cores of an agent", "ms");
  private static final Metric LATE =
      Metric.lowerIsBetter("from the last piece to the end of the run, p50", "ms");
  private static final Metric LATEST =
      Metric.lowerIsBetter("from the last piece to the end of the run, p99", "ms");
  private static final Metric LOST =
      Metric.lowerIsBetter("agents of which anything is lost", "of 500");
  private static final List<Metric> METRICS = List.of(HEAP, MEMORY, CORES, LATE, LATEST, LOST);
  private static final Rounds ROUNDS = new Rounds(2, 0, 42);
  private static final int AGENTS = 500;
  private static final String SCRIPT = "stream-100-12000";

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new ThinkingCrowd()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = ThinkingPeers.build(Distribution.current());
    var model = peers.model();
    var retinue = Kind.RETINUE.title();
    return new Benchmark(
        "500 agents whose models answer at once",
        "What an agent takes while 500 of one process hear an answer of 100 pieces in 12 to 16 s, against the same process when nobody is at work; and how soon after its last piece the agent has ended, which with Retinue is when that is on disk.",
        METRICS,
        Stream.of(Kind.RETINUE, Kind.BARE, Kind.LANGCHAIN4J, Kind.VERCEL)
            .map(kind -> new Crowd(peers, model, kind))
            .toList(),
        retinue,
        List.of(
            Target.atMost(200, HEAP, retinue),
            Target.atMost(200, MEMORY, retinue),
            Target.atMost(0, LOST, retinue)));
  }

  /// A process that is started anew for every sample: memory that a process once had it keeps.
  private record Crowd(ThinkingPeers peers, ThinkingPeers.Model model, Kind kind)
      implements Competitor {
    @Override
    public String name() {
      return kind.title();
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      try (var worker = peers.start(kind, model)) {
        worker.ask("converse turns-20 20");
        var all = worker.ask("crowd %s %d".formatted(SCRIPT, AGENTS));
        var sample = new HashMap<Metric, Double>();
        for (int i = 0; i < METRICS.size(); i++) {
          sample.put(METRICS.get(i), all.get(i));
        }
        return sample;
      }
    }
  }
}
