package dev.retinue.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What supervision adds to the start of a program.
final class Spawning {
  private static final Metric TIME =
      Metric.lowerIsBetter("time of a program that ends at once", "ms");
  private static final Metric MORE = Metric.lowerIsBetter("more than bare, in turns", "ms");
  private static final Rounds ROUNDS = new Rounds(10, 2, 42);
  private static final String BARE = "bare spawn";
  private static final int TIMES = 25;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new Spawning()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peer = CorePeer.build(Distribution.current());
    var competitors = new ArrayList<Competitor>();
    var targets = new ArrayList<Target>();
    competitors.add(new Spawner(peer, BARE, 1, 0));
    for (int tier = 1; tier <= 3; tier++) {
      if (tier < 3 || Command.findOnPath("bwrap").isPresent()) {
        var name = "supervised, tier " + tier;
        competitors.add(new Spawner(peer, name, tier, 1));
        targets.add(Target.atMost(tier == 1 ? 10 : 25, MORE, name));
      }
    }
    return new Benchmark(
        "Supervised programs",
        "How long `/bin/true` takes from its start until nothing of it is left: marked, in a session of its own, with limits, found again and looked for at the end; and in a sandbox. Bare is a `ProcessBuilder` on the same files.",
        List.of(TIME, MORE),
        competitors,
        BARE,
        targets);
  }

  private static final class Spawner implements Competitor {
    private final CorePeer peer;
    private final String name;
    private final int tier;
    private final int column;
    private CorePeer.Worker worker;

    /// @param column 0 for the bare one of each pair, 1 for the supervised one
    private Spawner(CorePeer peer, String name, int tier, int column) {
      this.peer = peer;
      this.name = name;
      this.tier = tier;
      this.column = column;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start() throws IOException {
      worker = peer.start("SpawnWorker", CorePeer.newFolder());
      Harness.say("warming up " + name);
      worker.ask(tier + " 100");
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      var answer = worker.ask(tier + " " + TIMES);
      return Map.of(TIME, answer.get(column), MORE, column == 0 ? 0 : answer.get(2));
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
