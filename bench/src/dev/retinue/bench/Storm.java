package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What one caller notices of another who storms: reads and starts, far over his rate. A storm at
/// another daemon takes a part of the machine, and nothing of this daemon.
final class Storm {
  private static final Metric SLOW = Metric.lowerIsBetter("latency p99 of the calm caller", "ms");
  private static final Metric MEDIAN = Metric.lowerIsBetter("latency p50 of the calm caller", "ms");
  private static final Metric STORM = Metric.higherIsBetter("requests of the storm", "per second");
  private static final Metric REFUSED = Metric.lowerIsBetter("refused of them", "per second");
  private static final Rounds ROUNDS = new Rounds(9, 4, 42);
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration DURATION = Duration.ofSeconds(8);
  private static final int CALM_PER_SECOND = 100;
  private static final int CALM_CONNECTIONS = 4;
  private static final String CALM = "nobody storms";
  private static final String BESIDE = "a storm at another daemon";
  private static final String HERE = "a storm at the same daemon";

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new Storm()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var houses = new Houses(Distribution.current());
    return new Benchmark(
        "A storm of another caller",
        "How soon `retinue serve` answers a caller who asks for the status of an agent, %d times a second, while another caller, with a token of its own and the usual limits, has %d connections on which it reads and starts as fast as it is answered or refused. Who storms is a process that takes what others leave of the cores, as if it were on another machine. The same storm at another daemon shows what answering it takes of the machine alone."
            .formatted(CALM_PER_SECOND, Stormer.CONNECTIONS),
        List.of(SLOW, MEDIAN, STORM, REFUSED),
        List.of(
            new Calm(houses, CALM, Where.NOWHERE),
            new Calm(houses, BESIDE, Where.BESIDE),
            new Calm(houses, HERE, Where.HERE)),
        CALM,
        List.of(Target.atMost(2, SLOW, HERE, CALM)));
  }

  /// Where it storms.
  private enum Where {
    NOWHERE,
    BESIDE,
    HERE
  }

  /// Two daemons: the calm caller is at the first.
  private static final class Houses {
    private final Distribution distribution;
    private final List<Daemon> daemons = new ArrayList<>();
    private final List<Child> stormers = new ArrayList<>();
    private String atWork = "";

    private Houses(Distribution distribution) {
      this.distribution = distribution;
    }

    private void open() throws IOException, InterruptedException {
      if (!daemons.isEmpty()) {
        return;
      }
      for (int i = 0; i < 2; i++) {
        var data = CorePeer.newFolder();
        var daemon = Daemon.start(distribution, data, Map.of());
        daemons.add(daemon);
        var token = Daemon.token(distribution, data, "stormer");
        stormers.add(Stormer.process(daemon.port(), token));
      }
      atWork = daemons.getFirst().keepAtWork(1).getFirst();
    }

    private void close() {
      stormers.forEach(Child::close);
      stormers.clear();
      daemons.forEach(Daemon::close);
      daemons.clear();
    }
  }

  /// The caller who is measured.
  private static final class Calm implements Competitor {
    private final Houses houses;
    private final String name;
    private final Where where;

    private Calm(Houses houses, String name, Where where) {
      this.houses = houses;
      this.name = name;
      this.where = where;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start() throws IOException, InterruptedException {
      houses.open();
      Harness.say("warming up " + name);
      run(WARM_UP);
    }

    @Override
    public Map<Metric, Double> measure() throws IOException, InterruptedException {
      return run(DURATION);
    }

    private Map<Metric, Double> run(Duration duration) throws IOException, InterruptedException {
      if (where == Where.NOWHERE) {
        return told(ask(duration), new Stormer.Told(0, 0));
      }
      var stormer = houses.stormers.get(where == Where.HERE ? 0 : 1);
      Stormer.begin(stormer);
      var result = ask(duration);
      return told(result, Stormer.end(stormer));
    }

    private Load.Result ask(Duration duration) throws IOException, InterruptedException {
      var daemon = houses.daemons.getFirst();
      var look = "{\"agent_ids\":[\"%s\"]}".formatted(houses.atWork);
      var request = daemon.client(Dialect.MODERN).call("agent_status", look);
      try (var load = new Paced(daemon.port(), CALM_CONNECTIONS, () -> request)) {
        return load.run(CALM_PER_SECOND, duration);
      }
    }

    private static Map<Metric, Double> told(Load.Result result, Stormer.Told storm) {
      return Map.of(
          SLOW,
          result.millis(0.99),
          MEDIAN,
          result.millis(0.5),
          STORM,
          storm.asked() / result.seconds(),
          REFUSED,
          storm.refused() / result.seconds());
    }

    @Override
    public void close() {
      houses.close();
    }
  }
}
