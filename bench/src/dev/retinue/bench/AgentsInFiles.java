package dev.retinue.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// How long it takes to load and check 500 files of agents.
final class AgentsInFiles {
  private static final Metric TIME = Metric.lowerIsBetter("500 files", "ms");
  private static final Rounds ROUNDS = new Rounds(12, 2, 42);
  private static final String RETINUE = "Retinue, all read and checked";
  private static final String AGAIN = "Retinue, nothing has changed";
  private static final String BARE = "bare YAML";

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new AgentsInFiles()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peer = CorePeer.build(Distribution.current());
    return new Benchmark(
        "Agents in files",
        "How long it takes to have the agents of 500 files, each with a team of four. Bare YAML is the same parser, which makes maps of them and checks nothing.",
        List.of(TIME),
        List.of(
            new Reading(peer, RETINUE, "retinue"),
            new Reading(peer, AGAIN, "again"),
            new Reading(peer, BARE, "bare")),
        BARE,
        List.of(Target.atMost(3, TIME, RETINUE, BARE), Target.atMost(0.5, TIME, AGAIN, BARE)));
  }

  private static final class Reading implements Competitor {
    private final CorePeer peer;
    private final String name;
    private final String word;
    private CorePeer.Worker worker;

    private Reading(CorePeer peer, String name, String word) {
      this.peer = peer;
      this.name = name;
      this.word = word;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start() throws IOException {
      worker = peer.start("TeamWorker", CorePeer.newFolder());
      Harness.say("warming up " + name);
      for (int i = 0; i < 10; i++) {
        worker.ask(word);
      }
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      return Map.of(TIME, worker.ask(word).getFirst());
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
