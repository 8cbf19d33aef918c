package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What 1,000 streams cost on which nothing comes: they are what clients keep open all day.
final class McpStreams {
  private static final Metric COST = Metric.lowerIsBetter("memory of 1,000 streams (RSS)", "MB");
  private static final Metric IDLE = Metric.lowerIsBetter("memory of the idle server (RSS)", "MB");
  private static final Rounds ROUNDS = new Rounds(5, 1, 42);
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration SETTLE = Duration.ofSeconds(1);
  private static final int STREAMS = 1000;
  private static final int CALLERS = 16;
  private static final double MOST_MEGABYTES = 16;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new McpStreams()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = new Peers(Distribution.current());
    var modern = peers.retinue();
    var legacy = modern.speaking(Dialect.LEGACY);
    var all = List.of(modern, legacy, peers.javaSdk(), peers.quarkusHttp(), peers.typescript());
    return new Benchmark(
        "Idle streams",
        "How much more memory a server takes that has 1,000 streams open, after it has answered calls for some seconds.",
        List.of(COST, IDLE),
        all.stream().map(Listened::new).toList(),
        modern.title(),
        List.of(
            Target.atMost(MOST_MEGABYTES, COST, modern.title()),
            Target.atMost(MOST_MEGABYTES, COST, legacy.title())));
  }

  /// A server that is started anew in every round.
  private record Listened(Peer peer) implements Competitor {
    @Override
    public String name() {
      return peer.title();
    }

    @Override
    public Map<Metric, Double> measure() throws IOException, InterruptedException {
      try (var server = RunningServer.start(peer)) {
        warmUp(server);
        Thread.sleep(SETTLE);
        double before = server.megabytes();
        var streams = new ArrayList<Wire>();
        try {
          for (int i = 0; i < STREAMS; i++) {
            streams.add(peer.client(server.port()).listen());
          }
          Thread.sleep(SETTLE);
          for (var stream : streams) {
            stream.checkStream();
          }
          // A server may even have given memory back; a ratio needs something above nothing.
          return Map.of(COST, Math.max(0.1, server.megabytes() - before), IDLE, before);
        } finally {
          for (var stream : streams) {
            stream.close();
          }
        }
      }
    }

    private void warmUp(RunningServer server) throws IOException {
      var calls = new ArrayList<byte[]>();
      for (int i = 0; i < CALLERS; i++) {
        calls.add(peer.client(server.port()).call());
      }
      try (var load = new Load(server.port(), calls)) {
        load.run(WARM_UP);
      }
    }
  }
}
