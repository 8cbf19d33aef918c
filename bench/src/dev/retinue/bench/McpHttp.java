package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How many calls of a tool a server answers over HTTP, and how fast, while 16 clients call it
/// without a pause.
final class McpHttp {
  private static final Metric CALLS = Metric.higherIsBetter("throughput", "calls/s");
  private static final Metric MEDIAN = Metric.lowerIsBetter("latency p50", "ms");
  private static final Metric SLOW = Metric.lowerIsBetter("latency p99", "ms");
  private static final Metric CPU = Metric.lowerIsBetter("CPU time of the server", "µs per call");
  private static final Metric MEMORY = Metric.lowerIsBetter("memory of the server (RSS)", "MB");
  private static final Rounds ROUNDS = new Rounds(12, 2, 42);
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration DURATION = Duration.ofMillis(1500);
  private static final int CLIENTS = 16;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new McpHttp()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = new Peers(Distribution.current());
    var modern = peers.retinue();
    var legacy = modern.speaking(Dialect.LEGACY);
    var guarded = peers.guarded();
    var javaSdk = peers.javaSdk();
    var quarkus = peers.quarkusHttp();
    var typescript = peers.typescript();
    var targets = new ArrayList<Target>();
    for (var ours : List.of(modern, legacy)) {
      targets.add(Target.atLeast(0.9, CALLS, ours.title(), quarkus.title()));
      targets.add(Target.atLeast(1.8, CALLS, ours.title(), javaSdk.title()));
      targets.add(Target.atLeast(15, CALLS, ours.title(), typescript.title()));
    }
    targets.add(Target.atLeast(0.9, CALLS, guarded.title(), modern.title()));
    return new Benchmark(
        "MCP over HTTP",
        "How a server answers `tools/call` of %d clients on connections that stay open, each with one call at a time."
            .formatted(CLIENTS),
        List.of(CALLS, MEDIAN, SLOW, CPU, MEMORY),
        List.of(modern, legacy, guarded, javaSdk, quarkus, typescript, FixedAnswer.peer()).stream()
            .map(Busy::new)
            .toList(),
        modern.title(),
        targets);
  }

  /// A server under load: started once, called in every round.
  private static final class Busy implements Competitor {
    private final Peer peer;
    private final List<byte[]> requests = new ArrayList<>();
    private RunningServer server;

    private Busy(Peer peer) {
      this.peer = peer;
    }

    @Override
    public String name() {
      return peer.title();
    }

    @Override
    public void start() throws IOException, InterruptedException {
      server = RunningServer.start(peer);
      for (int i = 0; i < CLIENTS; i++) {
        requests.add(peer.client(server.port()).call());
      }
      Harness.say("warming up " + name());
      try (var load = new Load(server.port(), requests)) {
        load.run(WARM_UP);
      }
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      double before = server.cpuSeconds();
      try (var load = new Load(server.port(), requests)) {
        var result = load.run(DURATION);
        double cpu = server.cpuSeconds() - before;
        return Map.of(
            CALLS, result.rate(),
            MEDIAN, result.millis(0.5),
            SLOW, result.millis(0.99),
            CPU, cpu * 1e6 / result.latencies().length,
            MEMORY, server.megabytes());
      }
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
