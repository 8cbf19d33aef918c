package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// How soon a program runs that a client of MCP has do a task, and what it takes to wait for 100.
final class Delegating {
  static final String PROMPT = "Look through the repository and say what is missing.";

  private static final int TASKS = 100;
  private static final Metric CALL =
      Metric.lowerIsBetter("from a call to its running program", "ms");
  private static final Metric CALLS =
      Metric.lowerIsBetter("from 100 calls at once to 100 running programs", "ms");
  private static final Metric ANSWERS =
      Metric.lowerIsBetter("from the end of 100 programs to the last of 100 answers", "ms");
  private static final Metric CPU =
      Metric.lowerIsBetter("time of the server on the cores for these 100", "ms");
  private static final Metric MEMORY =
      Metric.lowerIsBetter("memory of the server while 100 calls wait (RSS)", "MB");
  private static final Rounds ROUNDS = new Rounds(10, 2, 42);

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new Delegating()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var work = Files.createTempDirectory(Scratch.folder(), "work");
    var agent = FakeAgent.install();
    var servers = new ArrayList<TaskServer>();
    servers.add(new RetinueTasks(Distribution.current(), work));
    servers.addAll(NodeTasks.install(work));
    return new Benchmark(
        "Tasks for programs",
        "How long it takes from `tools/call` over standard streams until the program runs that does the task; and 100 tasks at once, whose programs then end at once. With Retinue 100 `get_result` wait, with the others the 100 calls themselves. All start the same program, which does nothing. Retinue is the daemon and `retinue mcp` together.",
        List.of(CALL, CALLS, ANSWERS, CPU, MEMORY),
        servers.stream().map(server -> new Delegate(server, agent)).toList(),
        NodeTasks.CLAUDE_CODE_MCP,
        List.of());
  }

  /// A server that is started once.
  private record Delegate(TaskServer server, FakeAgent agent) implements Competitor {
    private static final int WARM_UP = 50;
    private static final int TIMES = 25;

    /// Until all calls that wait have come to where they wait.
    private static final Duration SETTLING = Duration.ofSeconds(2);

    @Override
    public String name() {
      return server.name();
    }

    @Override
    public void start() throws IOException, InterruptedException {
      Harness.say("warming up " + name());
      server.start(Map.of("PATH", agent.path()));
      oneByOne(WARM_UP);
    }

    @Override
    public Map<Metric, Double> measure() throws IOException, InterruptedException {
      double call = oneByOne(TIMES);
      double before = server.cpuSeconds();
      int running = agent.starts() + TASKS;
      var release = inBackground(() -> release(running));
      long called = System.nanoTime();
      server.await(server.begin(TASKS));
      long answered = System.nanoTime();
      var released = result(release);
      return Map.of(
          CALL,
          call,
          CALLS,
          (agent.awaitStart(running) - called) / 1e6,
          ANSWERS,
          (answered - released.when) / 1e6,
          CPU,
          (server.cpuSeconds() - before) * 1000,
          MEMORY,
          released.megabytes);
    }

    /// The median of so many, each after the end of the one before.
    private double oneByOne(int times) throws IOException, InterruptedException {
      var all = new double[times];
      for (int i = 0; i < times; i++) {
        int running = agent.starts() + 1;
        agent.release(1);
        long called = System.nanoTime();
        server.await(server.begin(1));
        all[i] = (agent.awaitStart(running) - called) / 1e6;
      }
      Arrays.sort(all);
      return all[times / 2];
    }

    /// When the programs might end, and how much memory the server had just before.
    private record Released(long when, double megabytes) {}

    private Released release(int running) throws IOException, InterruptedException {
      agent.awaitStart(running);
      Thread.sleep(SETTLING);
      double megabytes = server.megabytes();
      long now = System.nanoTime();
      agent.release(TASKS);
      return new Released(now, megabytes);
    }

    private static <T> FutureTask<T> inBackground(Callable<T> what) {
      var task = new FutureTask<>(what);
      Thread.ofPlatform().daemon().start(task);
      return task;
    }

    private static <T> T result(FutureTask<T> task) throws InterruptedException {
      try {
        return task.get();
      } catch (ExecutionException e) {
        throw new BenchException("the programs could not be let go: " + e.getCause().getMessage());
      }
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
