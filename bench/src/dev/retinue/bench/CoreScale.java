package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What the core takes when there is much in it. There is no peer to compare with, so the targets
/// are numbers that people feel.
final class CoreScale {
  private static final Metric STATUS =
      Metric.lowerIsBetter("status of 50 runs, 100,000 in the store, p99", "ms");
  private static final Metric FEED =
      Metric.lowerIsBetter("an event to 20 readers at 1,000 a second, p99", "ms");
  private static final Metric HEAP = Metric.lowerIsBetter("heap of a run that waits", "KB");
  private static final Metric RECOVERY =
      Metric.lowerIsBetter("open and recover 1,000 open runs", "ms");
  private static final Rounds ROUNDS = new Rounds(3, 1, 42);
  private static final String RETINUE = "Retinue";

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new CoreScale()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peer = CorePeer.build(Distribution.current());
    return new Benchmark(
        "The core with much in it",
        "What a look, an event, a run that waits and a restart take.",
        List.of(STATUS, FEED, HEAP, RECOVERY),
        List.of(new Full(peer)),
        RETINUE,
        List.of(
            Target.atMost(2, STATUS, RETINUE),
            Target.atMost(20, FEED, RETINUE),
            Target.atMost(10, HEAP, RETINUE),
            Target.atMost(2000, RECOVERY, RETINUE)));
  }

  private static final class Full implements Competitor {
    private final CorePeer peer;
    private Path folder;

    private Full(CorePeer peer) {
      this.peer = peer;
    }

    @Override
    public String name() {
      return RETINUE;
    }

    @Override
    public void start() throws IOException {
      folder = CorePeer.newFolder();
      try (var worker = peer.start("CoreWorker", folder, "32")) {
        Harness.say("filling the store");
        worker.ask("fill 100000");
      }
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      try (var worker = peer.start("CoreWorker", folder, "2000")) {
        worker.ask("status 2000");
        double status = worker.ask("status 5000").getLast();
        double feed = worker.ask("feed 20 1000").getLast();
        return Map.of(STATUS, status, FEED, feed, HEAP, heap() / 1024, RECOVERY, recovery());
      }
    }

    private double heap() throws IOException {
      try (var worker = peer.start("CoreWorker", CorePeer.newFolder(), "2000")) {
        worker.ask("fill 2000");
        return worker.ask("heap 1000").getFirst();
      }
    }

    /// Closing a worker kills it, as a power cut would.
    private double recovery() throws IOException {
      var left = CorePeer.newFolder();
      try (var worker = peer.start("CoreWorker", left, "2000")) {
        worker.ask("heap 1000");
      }
      try (var worker = peer.start("CoreWorker", left, "2000")) {
        return worker.ask("opened").getFirst();
      }
    }
  }
}
