package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// How soon the daemon answers over HTTP while 1,000 runs are at work in it.
final class DaemonLatency {
  private static final Metric MEDIAN = Metric.lowerIsBetter("latency p50", "ms");
  private static final Metric SLOW = Metric.lowerIsBetter("latency p99", "ms");
  private static final Metric CPU = Metric.lowerIsBetter("CPU time of the server", "ms per call");
  private static final Rounds ROUNDS = new Rounds(10, 2, 42);
  private static final int ALIVE = 1000;
  private static final int ASKED = 50;
  private static final int STARTS = 100;
  private static final int LOOKS = 200;
  private static final int SEVERAL = 8;
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final Duration DURATION = Duration.ofSeconds(3);
  private static final String COMMIT = "bare SQLite, the rows of a start";

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new DaemonLatency()::benchmark);
  }

  /// What is asked, how often a second, and how soon it has to be answered.
  private enum Question {
    STARTING("agent_start", STARTS, 10),
    LOOKING("agent_status of " + ASKED, LOOKS, 5),
    NOTHING("retinue_status", LOOKS, 0);

    private final String title;
    private final int perSecond;
    private final double limit;

    Question(String title, int perSecond, double limit) {
      this.title = title;
      this.perSecond = perSecond;
      this.limit = limit;
    }
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var distribution = Distribution.current();
    var peer = CorePeer.build(distribution);
    var house = new House(distribution);
    var competitors = new ArrayList<Competitor>();
    var targets = new ArrayList<Target>();
    for (var question : Question.values()) {
      for (var caller :
          List.of(
              new Asking(house, question, Dialect.MODERN, 1),
              new Asking(house, question, Dialect.MODERN, SEVERAL),
              new Asking(house, question, Dialect.LEGACY, SEVERAL))) {
        competitors.add(caller);
        if (question.limit > 0) {
          targets.add(Target.atMost(question.limit, SLOW, caller.name()));
        }
      }
    }
    competitors.add(new Committing(peer));
    return new Benchmark(
        "The daemon with 1,000 runs at work",
        "How soon `retinue serve`, with tokens, answers over HTTP: %d starts a second (of agents that are done at once), %d looks a second at %d runs each, %d calls a second of a tool that does nothing. A time counts from the moment at which the request was due."
            .formatted(STARTS, LOOKS, ASKED, LOOKS),
        List.of(MEDIAN, SLOW, CPU),
        competitors,
        "retinue_status, 2026-07-28, 1 connection",
        targets);
  }

  /// The one daemon that all ask.
  private static final class House {
    private final Distribution distribution;
    private Daemon daemon;
    private List<String> atWork;

    private House(Distribution distribution) {
      this.distribution = distribution;
    }

    private Daemon open() throws IOException, InterruptedException {
      if (daemon == null) {
        daemon = Daemon.start(distribution, CorePeer.newFolder(), Daemon.LIMITS);
        Harness.say("starting %d runs".formatted(ALIVE));
        atWork = daemon.keepAtWork(ALIVE);
      }
      return daemon;
    }

    private void close() {
      if (daemon != null) {
        daemon.close();
      }
    }
  }

  /// Callers with the same question.
  private static final class Asking implements Competitor {
    private final House house;
    private final Question question;
    private final Dialect dialect;
    private final int connections;
    private final Random random = new Random(1);
    private Client client;

    private Asking(House house, Question question, Dialect dialect, int connections) {
      this.house = house;
      this.question = question;
      this.dialect = dialect;
      this.connections = connections;
    }

    @Override
    public String name() {
      return "%s, %s, %d connection%s"
          .formatted(question.title, dialect.version(), connections, connections == 1 ? "" : "s");
    }

    @Override
    public void start() throws IOException, InterruptedException {
      client = house.open().client(dialect);
      Harness.say("warming up " + name());
      run(WARM_UP);
    }

    @Override
    public Map<Metric, Double> measure() throws IOException, InterruptedException {
      double before = house.open().cpuSeconds();
      var result = run(DURATION);
      double cpu = house.open().cpuSeconds() - before;
      return Map.of(
          MEDIAN, result.millis(0.5),
          SLOW, result.millis(0.99),
          CPU, cpu * 1e3 / result.latencies().length);
    }

    private Load.Result run(Duration duration) throws IOException, InterruptedException {
      try (var load = new Paced(house.open().port(), connections, this::request)) {
        return load.run(question.perSecond, duration);
      }
    }

    private byte[] request() {
      return switch (question) {
        case STARTING -> client.call("agent_start", Daemon.contract("brief"));
        case LOOKING -> client.call("agent_status", someAtWork());
        case NOTHING -> client.call("retinue_status", "{}");
      };
    }

    private synchronized String someAtWork() {
      var some = random.ints(ASKED, 0, ALIVE).mapToObj(house.atWork::get).toList();
      return "{\"agent_ids\":[\"%s\"]}".formatted(String.join("\",\"", some));
    }

    @Override
    public void close() {
      house.close();
    }
  }

  /// One thread that commits the same rows as often.
  private static final class Committing implements Competitor {
    private final CorePeer peer;
    private CorePeer.Worker worker;

    private Committing(CorePeer peer) {
      this.peer = peer;
    }

    @Override
    public String name() {
      return COMMIT;
    }

    @Override
    public void start() throws IOException {
      worker = peer.start("BareSqlite", CorePeer.newFolder());
      commit(WARM_UP);
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      double before = worker.child().cpuSeconds();
      var times = commit(DURATION);
      double cpu = worker.child().cpuSeconds() - before;
      return Map.of(
          MEDIAN, times.getFirst(),
          SLOW, times.getLast(),
          CPU, cpu / DURATION.toSeconds() * 1e3 / STARTS);
    }

    private List<Double> commit(Duration duration) throws IOException {
      return worker.ask("paced %d %d".formatted(STARTS, duration.toMillis()));
    }

    @Override
    public void close() {
      worker.close();
    }
  }
}
