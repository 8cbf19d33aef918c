package dev.retinue.bench.peer;

import dev.retinue.cli.Household;
import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.staff.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// The core under load. It reads a word and numbers on a line, and answers with numbers on a line.
final class CoreWorker {
  private static final Caller CALLER = Caller.owner();
  private static final String PROMPT =
      "Look through the repository and say what is missing. ".repeat(4);

  private final Household household;

  /// How long it took to open everything, and to lead every run to the truth, in milliseconds.
  private final double opened;

  private CoreWorker(Path folder, int slots) {
    long begun = System.nanoTime();
    this.household =
        Household.open(
            new Household.Settings(
                folder,
                new Limits(slots, slots, 5, 100, 10_000_000),
                0,
                Surroundings.real(),
                () -> System.exit(9)),
            () -> List.of(agent("idle"), agent("waiting"), agent("talking")),
            List.of(new Idle("idle"), new Idle("waiting"), new Talking()),
            _ -> {});
    this.opened = (System.nanoTime() - begun) / 1e6;
  }

  static void main(String[] args) throws Exception {
    var worker = new CoreWorker(Path.of(args[0]), Integer.parseInt(args[1]));
    for (var line = IO.readln(); line != null; line = IO.readln()) {
      IO.println(worker.answer(line.split(" ")));
    }
    System.exit(0);
  }

  private String answer(String[] words) throws Exception {
    return switch (words[0]) {
      case "starts" ->
          ""
              + Crowd.rate(
                  Integer.parseInt(words[1]), Long.parseLong(words[2]), () -> start("idle"));
      case "fill" -> fill(Integer.parseInt(words[1]));
      case "status" -> status(Integer.parseInt(words[1]));
      case "feed" -> feed(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      case "heap" -> heap(Integer.parseInt(words[1]));
      case "opened" -> "" + opened;
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  private static Agent agent(String name) {
    return new Agent(name, "", new Agent.Means(name, null), "", List.of(), Agent.Limits.NONE);
  }

  private RunId start(String agent) {
    return household.staff().start(CALLER, StartRequest.of(agent, PROMPT)).id();
  }

  /// So many runs that have ended.
  private String fill(int runs) throws InterruptedException {
    var left = new AtomicInteger(runs);
    Crowd.run(
        64,
        () -> {
          while (left.getAndDecrement() > 0) {
            var run = start("idle");
            household.staff().stop(CALLER, run, "enough");
          }
        });
    return "" + runs;
  }

  /// How long a look at 50 runs takes, in milliseconds: half of them, and 99 of 100.
  private String status(int looks) {
    var all = new ArrayList<RunId>();
    long cursor = 0;
    while (true) {
      var page = household.staff().feed().readAll(CALLER, cursor, 10_000);
      page.events().stream().filter(it -> it.sequence() == 1).forEach(it -> all.add(it.run()));
      if (page.position() == cursor) {
        break;
      }
      cursor = page.position();
    }
    var random = new Random(1);
    var times = new double[looks];
    for (int i = 0; i < looks; i++) {
      var ids = random.ints(50, 0, all.size()).mapToObj(all::get).toList();
      long begun = System.nanoTime();
      household.staff().find(CALLER, ids);
      times[i] = (System.nanoTime() - begun) / 1e6;
    }
    return percentiles(times);
  }

  /// How long after it was said an event reaches one of the readers, in milliseconds.
  private String feed(int readers, int perSecond) throws InterruptedException {
    int seconds = 5;
    int expected = perSecond * seconds;
    var delays = new ArrayList<List<Double>>();
    var done = new CountDownLatch(readers);
    var run = start("talking");
    var followers = new ArrayList<AutoCloseable>();
    for (int i = 0; i < readers; i++) {
      var mine = new ArrayList<Double>();
      delays.add(mine);
      followers.add(
          household
              .staff()
              .feed()
              .follow(
                  CALLER,
                  run,
                  0,
                  (events, _) -> {
                    var now = Instant.now();
                    for (var event : events) {
                      if (event.event() instanceof RunEvent.Said said) {
                        mine.add(Duration.between(said.at(), now).toNanos() / 1e6);
                      }
                    }
                    if (mine.size() >= expected) {
                      done.countDown();
                    }
                    return mine.size() < expected;
                  }));
    }
    Talking.go(perSecond, expected);
    done.await();
    household.staff().stop(CALLER, run, "enough");
    return percentiles(delays.stream().flatMap(List::stream).mapToDouble(it -> it).toArray());
  }

  /// How many bytes of heap a run takes that waits.
  private String heap(int runs) throws InterruptedException {
    long before = used();
    var ids = new ArrayList<RunId>();
    for (int i = 0; i < runs; i++) {
      ids.add(start("waiting"));
    }
    for (var id : ids) {
      household
          .staff()
          .await(CALLER, id, it -> it.state() instanceof State.Waiting, Duration.ofMinutes(1));
    }
    return "" + Math.max(1, used() - before) / runs;
  }

  private static long used() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(100);
    }
    var runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static String percentiles(double[] times) {
    Arrays.sort(times);
    return times[times.length / 2] + " " + times[(int) (times.length * 0.99)];
  }

  /// Waits for an answer that never comes.
  private record Idle(String name) implements AgentRuntime {
    @Override
    public void carryOut(Work work) throws InterruptedException {
      work.ask(new Need("q", Need.Kind.ANSWER, "Well?", null));
    }

    @Override
    public boolean canResume(Run run) {
      return true;
    }
  }

  /// Says so much in a second when it is told to.
  private record Talking() implements AgentRuntime {
    private static final CountDownLatch GO = new CountDownLatch(1);
    private static volatile int perSecond;
    private static volatile int count;

    static void go(int pace, int events) {
      perSecond = pace;
      count = events;
      GO.countDown();
    }

    @Override
    public String name() {
      return "talking";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      GO.await();
      long begun = System.nanoTime();
      for (int i = 0; i < count; i++) {
        long due = begun + i * 1_000_000_000L / perSecond;
        long early = due - System.nanoTime();
        if (early > 0) {
          Thread.sleep(Duration.ofNanos(early));
        }
        work.tell(new RunEvent.Said(Instant.now(), "Looking at file number " + i));
      }
      new CountDownLatch(1).await();
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }
}
