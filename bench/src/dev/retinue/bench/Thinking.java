package dev.retinue.bench;

import dev.retinue.bench.ThinkingPeers.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What the loop of an agent adds to the calls of its model.
final class Thinking {
  private static final Metric TIME = Metric.lowerIsBetter("time of a turn", "ms");
  private static final Metric MORE = Metric.lowerIsBetter("more than bare HTTP, in turns", "ms");
  private static final Metric CORES = Metric.lowerIsBetter("time of a turn on the cores", "ms");
  private static final Rounds ROUNDS = new Rounds(10, 2, 42);
  private static final String SCRIPT = "turns-20";
  private static final int TIMES = 8;
  private static final int TIMES_TO_WARM_UP = 200;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new Thinking()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = ThinkingPeers.build(Distribution.current());
    var model = peers.model();
    var bare = new Turns(peers, model, Kind.BARE, null);
    var others =
        Stream.of(Kind.DURABLE, Kind.RETINUE, Kind.LANGCHAIN4J, Kind.VERCEL)
            .map(kind -> new Turns(peers, model, kind, bare));
    return new Benchmark(
        "Turns of an agent",
        "How long a turn takes of a conversation of 21: the model streams 20 words and calls a tool that answers at once. Every agent asks the same model, in a process of its own. Bare HTTP sends the same requests, prepared beforehand, and reads the answers to their end; with bare commits it writes to SQLite twice in a turn, as durably as Retinue does. The other two keep nothing.",
        List.of(TIME, MORE, CORES),
        Stream.concat(Stream.of(bare), others).toList(),
        Kind.RETINUE.title(),
        List.of(Target.atMost(2, MORE, Kind.RETINUE.title())));
  }

  private static final class Turns implements Competitor {
    private final ThinkingPeers peers;
    private final ThinkingPeers.Model model;
    private final Kind kind;
    private final Turns bare;
    private CorePeer.Worker worker;

    /// @param bare what it is measured in turns with, or null if it is that itself
    private Turns(ThinkingPeers peers, ThinkingPeers.Model model, Kind kind, Turns bare) {
      this.peers = peers;
      this.model = model;
      this.kind = kind;
      this.bare = bare;
    }

    @Override
    public String name() {
      return kind.title();
    }

    @Override
    public void start() throws IOException {
      worker = peers.start(kind, model);
      Harness.say("warming up " + name());
      converse(TIMES_TO_WARM_UP);
    }

    private List<Double> converse(int times) throws IOException {
      return worker.ask("converse %s %d".formatted(SCRIPT, times));
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      double without = bare == null ? 0 : bare.converse(TIMES).getFirst();
      var with = converse(TIMES);
      double more = bare == null ? 0 : with.getFirst() - without;
      return Map.of(TIME, with.getFirst(), MORE, more, CORES, with.getLast());
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
