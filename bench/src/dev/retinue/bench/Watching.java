package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What it costs a call of a tool that callers need tokens, that everything is counted, and that
/// every call has its span in a trace.
final class Watching {
  private static final Metric CALLS = Metric.higherIsBetter("throughput", "calls/s");
  private static final Metric MEDIAN = Metric.lowerIsBetter("latency p50", "ms");
  private static final Metric SLOW = Metric.lowerIsBetter("latency p99", "ms");
  private static final Metric CPU = Metric.lowerIsBetter("CPU time of the server", "µs per call");
  private static final Metric SPANS = Metric.higherIsBetter("spans at the collector", "per call");
  private static final Metric MEMORY = Metric.lowerIsBetter("memory of the server (RSS)", "MB");
  private static final Rounds ROUNDS = new Rounds(12, 0, 42);
  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final Duration DURATION = Duration.ofSeconds(4);
  private static final int CLIENTS = 16;

  /// Until the last spans of a round are sent: that is work of the server, too.
  private static final Duration REST = Duration.ofMillis(400);

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new Watching()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = new Peers(Distribution.current());
    var collector = SpanCollector.start();
    var without = peers.retinue();
    var off = peers.counted("counted, no tokens, no traces");
    var on = peers.watched("counted, with tokens and traces", collector.address());
    return new Benchmark(
        "What watching costs",
        "How a server answers `tools/call` of %d clients without anything that watches, with numbers alone (which are always there), and with tokens, numbers and a span for every call."
            .formatted(CLIENTS),
        List.of(CALLS, MEDIAN, SLOW, CPU, MEMORY, SPANS),
        List.of(without, off, on).stream().map(it -> new Busy(it, collector)).toList(),
        without.title(),
        List.of(
            Target.atLeast(0.95, CALLS, off.title(), without.title()),
            Target.atLeast(0.85, CALLS, on.title(), without.title())));
  }

  /// A server under load, started anew for every round: the JVM does not make the same code of the
  /// same classes each time, and that is more than what is measured.
  private static final class Busy implements Competitor {
    private final Peer peer;
    private final SpanCollector collector;

    private Busy(Peer peer, SpanCollector collector) {
      this.peer = peer;
      this.collector = collector;
    }

    @Override
    public String name() {
      return peer.title();
    }

    @Override
    public Map<Metric, Double> measure() throws IOException, InterruptedException {
      try (var server = RunningServer.start(peer)) {
        var requests = new ArrayList<byte[]>();
        for (int i = 0; i < CLIENTS; i++) {
          requests.add(peer.client(server.port()).call());
        }
        try (var load = new Load(server.port(), requests)) {
          load.run(WARM_UP);
        }
        Thread.sleep(REST);
        return measured(server, requests);
      }
    }

    private Map<Metric, Double> measured(RunningServer server, List<byte[]> requests)
        throws IOException, InterruptedException {
      double before = server.cpuSeconds();
      long spans = collector.spans();
      try (var load = new Load(server.port(), requests)) {
        var result = load.run(DURATION);
        Thread.sleep(REST);
        double cpu = server.cpuSeconds() - before;
        int calls = result.latencies().length;
        return Map.of(
            CALLS, result.rate(),
            MEDIAN, result.millis(0.5),
            SLOW, result.millis(0.99),
            CPU, cpu * 1e6 / calls,
            MEMORY, server.megabytes(),
            SPANS, (double) (collector.spans() - spans) / calls);
      }
    }
  }
}
