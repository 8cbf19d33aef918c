package dev.retinue.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// How many runs a second are accepted so that they survive a power cut.
final class CoreStarts {
  private static final Metric ALONE = Metric.higherIsBetter("starts of 1 caller", "per second");
  private static final Metric TOGETHER =
      Metric.higherIsBetter("starts of 64 callers", "per second");
  private static final Rounds ROUNDS = new Rounds(12, 2, 42);
  private static final String RETINUE = "Retinue";
  private static final String BARE = "bare SQLite";

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new CoreStarts()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peer = CorePeer.build(Distribution.current());
    return new Benchmark(
        "Durable starts",
        "How many runs a second are on disk, with their prompt, events and account, and acknowledged. Bare SQLite writes the same rows, as durably, as many in one commit, and decides nothing.",
        List.of(ALONE, TOGETHER),
        List.of(
            new Starting(peer, RETINUE, "CoreWorker", "32"),
            new Starting(peer, BARE, "BareSqlite")),
        BARE,
        List.of(Target.atLeast(0.5, TOGETHER, RETINUE, BARE)));
  }

  private static final class Starting implements Competitor {
    private final CorePeer peer;
    private final String name;
    private final String program;
    private final String[] arguments;
    private CorePeer.Worker worker;

    private Starting(CorePeer peer, String name, String program, String... arguments) {
      this.peer = peer;
      this.name = name;
      this.program = program;
      this.arguments = arguments;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start() throws IOException {
      worker = peer.start(program, CorePeer.newFolder(), arguments);
      Harness.say("warming up " + name);
      worker.ask("starts 64 8000");
      worker.ask("starts 1 2000");
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      return Map.of(
          ALONE, worker.ask("starts 1 1000").getFirst(),
          TOGETHER, worker.ask("starts 64 1500").getFirst());
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
