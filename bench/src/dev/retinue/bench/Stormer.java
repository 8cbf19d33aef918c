package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// A caller who storms, in a process of his own: on many connections he reads and starts as fast as
/// he is answered or refused. He takes what others leave of the cores (`SCHED_IDLE`), because who
/// storms does so from a machine of his own.
final class Stormer {
  static final int CONNECTIONS = 32;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TOKEN = "STORM_TOKEN";
  private static final String BEGIN = "storm";
  private static final String LINE = "refused ";
  private static final int READS_FOR_A_START = 3;
  private static final byte[] TOO_FAST = "http/1.1 429".getBytes();

  /// A start that is refused is the answer of a tool.
  private static final byte[] NOT_STARTED = "\"iserror\":true".getBytes();

  private final int port;
  private final byte[] read;
  private final byte[] start;
  private final LongAdder asked = new LongAdder();
  private final LongAdder refused = new LongAdder();

  private Stormer(int port, String token) throws IOException {
    var client = Client.connect(port, Dialect.MODERN, "Authorization: Bearer " + token + "\r\n");
    this.port = port;
    this.read = client.call("list_running", "{}");
    this.start = client.call("agent_start", Daemon.contract("brief"));
  }

  /// What a storm was.
  record Told(double asked, double refused) {}

  /// One who waits until he may begin.
  static Child process(int port, String token) throws IOException {
    var source = Distribution.CLONE.resolve("bench/src/dev/retinue/bench/Stormer.java");
    var command =
        Command.of(
            Workshop.onPath("chrt"),
            "--idle",
            "0",
            Distribution.java() + "",
            source + "",
            port + "");
    return Child.startTalking("who storms", command.in(Map.of(TOKEN, token)));
  }

  static void begin(Child process) throws IOException {
    process.ask(BEGIN, it -> it.startsWith(LINE), PATIENCE);
  }

  static Told end(Child process) throws IOException {
    var words = process.ask("rest", it -> it.startsWith(LINE), PATIENCE).split(" ");
    return new Told(Double.parseDouble(words[3]), Double.parseDouble(words[1]));
  }

  /// Storms whenever it hears that it should, until its input ends.
  static void main(String[] args) throws IOException, InterruptedException {
    var stormer = new Stormer(Integer.parseInt(args[0]), System.getenv(TOKEN));
    var over = new AtomicBoolean();
    var threads = new ArrayList<Thread>();
    for (var line = IO.readln(); line != null; line = IO.readln()) {
      if (line.equals(BEGIN)) {
        over.set(false);
        threads.addAll(stormer.storm(over));
      } else {
        over.set(true);
        for (var thread : threads) {
          thread.join();
        }
        threads.clear();
      }
      IO.println(LINE + stormer.refused.sumThenReset() + " of " + stormer.asked.sumThenReset());
    }
  }

  private List<Thread> storm(AtomicBoolean over) {
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < CONNECTIONS; i++) {
      threads.add(Thread.ofPlatform().daemon().start(() -> ask(over)));
    }
    return threads;
  }

  private void ask(AtomicBoolean over) {
    for (int i = 0; !over.get(); ) {
      try (var wire = new Wire(port)) {
        for (; !over.get(); i++) {
          var reply = wire.ask(i % (READS_FOR_A_START + 1) == 0 ? start : read);
          asked.increment();
          if (reply.contains(TOO_FAST) || reply.contains(NOT_STARTED)) {
            refused.increment();
          }
        }
      } catch (IOException e) {
        // He was thrown out, and comes back.
        refused.increment();
      }
    }
  }
}
