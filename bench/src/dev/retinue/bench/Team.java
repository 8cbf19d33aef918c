package dev.retinue.bench;

import dev.retinue.bench.ThinkingPeers.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a team of four takes for its work, against a loop that does the same and nothing else.
final class Team {
  private static final Metric TIME = Metric.lowerIsBetter("time of the work of a team", "ms");
  private static final Metric CORES = Metric.lowerIsBetter("time of it on the cores", "ms");
  private static final Rounds ROUNDS = new Rounds(10, 2, 42);
  private static final String MEMBER = "turns-5";
  private static final int TIMES = 10;
  private static final int TIMES_TO_WARM_UP = 200;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new Team()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = ThinkingPeers.build(Distribution.current());
    var model = peers.model();
    var all =
        Stream.of(Kind.BARE, Kind.DURABLE, Kind.RETINUE)
            .map(kind -> new Teamwork(peers, model, kind))
            .toList();
    return new Benchmark(
        "A team of four",
        "How long it takes until a lead is done that gives a task to three members at once, each of which uses a tool five times: 20 answers of a model in four conversations. With Retinue every member is a run of its own below that of its lead, with its rules and on its budget, and on disk before it begins; transfer_task is the usual one. Bare HTTP sends the same requests, prepared beforehand, the members' in three threads, and reads the answers to their end; with bare commits it writes to SQLite twice in a turn.",
        List.of(TIME, CORES),
        List.copyOf(all),
        Kind.DURABLE.title(),
        List.of());
  }

  private static final class Teamwork implements Competitor {
    private final ThinkingPeers peers;
    private final ThinkingPeers.Model model;
    private final Kind kind;
    private CorePeer.Worker worker;

    private Teamwork(ThinkingPeers peers, ThinkingPeers.Model model, Kind kind) {
      this.peers = peers;
      this.model = model;
      this.kind = kind;
    }

    @Override
    public String name() {
      return kind.title();
    }

    @Override
    public void start() throws IOException {
      worker = peers.start(kind, model);
      Harness.say("warming up " + name());
      work(TIMES_TO_WARM_UP);
    }

    private List<Double> work(int times) throws IOException {
      return worker.ask("team %s %d".formatted(MEMBER, times));
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      var times = work(TIMES);
      return Map.of(TIME, times.getFirst(), CORES, times.getLast());
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
