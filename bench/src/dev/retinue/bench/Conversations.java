package dev.retinue.bench;

import dev.retinue.bench.ThinkingPeers.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a message of a session takes, and what sessions cost in which nobody speaks.
final class Conversations {
  private static final Metric TIME = Metric.lowerIsBetter("time of a message", "ms");
  private static final Metric MORE =
      Metric.lowerIsBetter("more than bare HTTP, of a message", "ms");
  private static final Metric RATE = Metric.higherIsBetter("messages of 32 at once", "1/s");
  private static final Metric IDLE = Metric.lowerIsBetter("heap of an idle session", "bytes");
  private static final Rounds ROUNDS = new Rounds(5, 1, 42);
  private static final int MESSAGES = 20;
  private static final int TIMES = 8;
  private static final int TIMES_TO_WARM_UP = 100;
  private static final int AT_ONCE = 32;
  private static final int IDLERS = 10_000;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new Conversations()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = ThinkingPeers.build(Distribution.current());
    var model = peers.model();
    var bare = new Talker(peers, model, Kind.BARE, null);
    var others =
        Stream.of(Kind.DURABLE, Kind.RETINUE, Kind.LANGCHAIN4J)
            .map(kind -> new Talker(peers, model, kind, bare));
    return new Benchmark(
        "Conversations",
        "How long it takes until a message of a session is answered, in conversations of 20 messages of which each is one answer of the model, with all that was said before it; how many are answered in a second in 32 sessions at once; and how much heap one of 10,000 sessions takes in which a message was answered and nobody speaks. With Retinue every message is a run of its own, on disk before it begins, and what was said is read from the store. Bare HTTP keeps the text of the next request; with bare commits it writes to SQLite twice for a message. LangChain4j keeps what was said in memory.",
        List.of(TIME, MORE, RATE, IDLE),
        Stream.concat(Stream.of(bare), others).toList(),
        Kind.RETINUE.title(),
        List.of(
            Target.atMost(5, MORE, Kind.RETINUE.title()),
            Target.atMost(1024, IDLE, Kind.RETINUE.title())));
  }

  private static final class Talker implements Competitor {
    private final ThinkingPeers peers;
    private final ThinkingPeers.Model model;
    private final Kind kind;
    private final Talker bare;
    private CorePeer.Worker worker;

    /// @param bare what it is measured in turns with, or null if it is that itself
    private Talker(ThinkingPeers peers, ThinkingPeers.Model model, Kind kind, Talker bare) {
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
      talk(TIMES_TO_WARM_UP);
    }

    private List<Double> talk(int times) throws IOException {
      return worker.ask("talk %d %d".formatted(MESSAGES, times));
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      double without = bare == null ? 0 : bare.talk(TIMES).getFirst();
      double with = talk(TIMES).getFirst();
      double rate = worker.ask("chorus %d %d".formatted(AT_ONCE, MESSAGES)).getFirst();
      double idle = worker.ask("idle 0 %d".formatted(IDLERS)).getFirst();
      double more = bare == null ? 0 : with - without;
      return Map.of(TIME, with, MORE, more, RATE, rate, IDLE, idle);
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
