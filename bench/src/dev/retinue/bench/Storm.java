package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// What one caller notices of another who storms: reads and starts, far over his rate. A storm at
/// another daemon takes the same of the machine, and nothing of this daemon.
final class Storm {
  private static final Metric SLOW = Metric.lowerIsBetter("latency p99 of the calm caller", "ms");
  private static final Metric MEDIAN = Metric.lowerIsBetter("latency p50 of the calm caller", "ms");
  private static final Metric STORM = Metric.higherIsBetter("requests of the storm", "per second");
  private static final Rounds ROUNDS = new Rounds(7, 1, 42);
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final Duration DURATION = Duration.ofSeconds(5);
  private static final int CALM_PER_SECOND = 100;
  private static final int CALM_CONNECTIONS = 4;
  private static final int STORM_CONNECTIONS = 32;
  private static final int READS_FOR_A_START = 3;
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
        "How soon `retinue serve` answers a caller who asks for the status of an agent, %d times a second, while another caller, with a token of its own and the usual limits, has %d connections on which it reads and starts as fast as it is answered or refused. The same storm at another daemon shows what it takes of the machine alone."
            .formatted(CALM_PER_SECOND, STORM_CONNECTIONS),
        List.of(SLOW, MEDIAN, STORM),
        List.of(
            new Calm(houses, CALM, Where.NOWHERE),
            new Calm(houses, BESIDE, Where.BESIDE),
            new Calm(houses, HERE, Where.HERE)),
        BESIDE,
        List.of(Target.atMost(2, SLOW, HERE, BESIDE)));
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
    private final List<String> stormers = new ArrayList<>();
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
        daemons.add(Daemon.start(distribution, data, Map.of()));
        stormers.add(Daemon.token(distribution, data, "stormer"));
      }
      atWork = daemons.getFirst().keepAtWork(1).getFirst();
    }

    private void close() {
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
        return told(ask(duration), 0);
      }
      int house = where == Where.HERE ? 0 : 1;
      try (var storm = new Stormer(houses.daemons.get(house).port(), houses.stormers.get(house))) {
        var result = ask(duration);
        return told(result, storm.asked.sum() / result.seconds());
      }
    }

    private Load.Result ask(Duration duration) throws IOException, InterruptedException {
      var daemon = houses.daemons.getFirst();
      var look = "{\"agent_ids\":[\"%s\"]}".formatted(houses.atWork);
      var request = daemon.client(Dialect.MODERN).call("agent_status", look);
      try (var load = new Paced(daemon.port(), CALM_CONNECTIONS, () -> request)) {
        return load.run(CALM_PER_SECOND, duration);
      }
    }

    private static Map<Metric, Double> told(Load.Result result, double storm) {
      return Map.of(SLOW, result.millis(0.99), MEDIAN, result.millis(0.5), STORM, storm);
    }

    @Override
    public void close() {
      houses.close();
    }
  }

  /// The caller who storms until he is closed. He takes a refusal for an answer and asks again.
  private static final class Stormer implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final LongAdder asked = new LongAdder();
    private final List<Thread> threads = new ArrayList<>();

    private Stormer(int port, String token) throws IOException {
      var client = Client.connect(port, Dialect.MODERN, "Authorization: Bearer " + token + "\r\n");
      var read = client.call("list_running", "{}");
      var start = client.call("agent_start", Daemon.contract("brief"));
      for (int i = 0; i < STORM_CONNECTIONS; i++) {
        var wire = new Wire(port);
        threads.add(Thread.ofPlatform().daemon().start(() -> storm(wire, read, start)));
      }
    }

    private void storm(Wire wire, byte[] read, byte[] start) {
      try (wire) {
        for (int i = 0; !over.get(); i++) {
          wire.ask(i % (READS_FOR_A_START + 1) == 0 ? start : read);
          asked.increment();
        }
      } catch (IOException e) {
        // The daemon is gone, and the calm caller will say so.
      }
    }

    @Override
    public void close() throws IOException {
      over.set(true);
      try {
        for (var thread : threads) {
          thread.join();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }
}
