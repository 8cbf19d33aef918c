package dev.retinue.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// How long it takes to list 500 agents in workspaces.
final class FleetListing {
  private static final Metric TIME = Metric.lowerIsBetter("500 workspaces", "ms");
  private static final Rounds ROUNDS = new Rounds(12, 2, 42);
  private static final int WARMING = 30;
  private static final String RETINUE = "list_agents of Retinue";
  private static final String BARE = "bare HTTP and JSON";

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new FleetListing()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peer = CorePeer.build(Distribution.current());
    return new Benchmark(
        "500 agents in workspaces",
        "How long `list_agents` takes with everything but its own way to the client: the workspaces are fetched, read, and put into words. Bare HTTP fetches the same bytes from the same server and makes a tree of them.",
        List.of(TIME),
        List.of(new Listing(peer, RETINUE, "retinue"), new Listing(peer, BARE, "bare")),
        BARE,
        List.of(Target.atMost(3, TIME, RETINUE, BARE)));
  }

  private static final class Listing implements Competitor {
    private final CorePeer peer;
    private final String name;
    private final String word;
    private CorePeer.Worker worker;

    private Listing(CorePeer peer, String name, String word) {
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
      worker = peer.start("FleetWorker", CorePeer.newFolder());
      Harness.say("warming up " + name);
      for (int i = 0; i < WARMING; i++) {
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
