package dev.retinue.bench.peer;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// Thinkers under load. It reads a word and its arguments on a line, and answers with numbers on a
/// line.
final class ThinkWorker {
  private static final String MESSAGE = "Look at all shelves, and tell me what you see there.";

  private final Thinker thinker;
  private final String model;

  private ThinkWorker(Thinker thinker, String model) {
    this.thinker = thinker;
    this.model = model;
  }

  /// @param args its folder, the kind of thinker and the address of the model
  static void main(String[] args) throws Exception {
    var address = args[2];
    var thinker =
        switch (args[1]) {
          case "retinue" -> new RetinueThinker(Path.of(args[0]), address);
          case "langchain4j" -> new LangChainThinker(address);
          case "bare" -> new BareThinker(address, Commits.NONE);
          case "durable" -> new BareThinker(address, Commits.in(Path.of(args[0])));
          default -> throw new IllegalArgumentException(args[1]);
        };
    var worker = new ThinkWorker(thinker, address);
    for (var line = IO.readln(); line != null; line = IO.readln()) {
      var words = line.split(" ");
      int number = Integer.parseInt(words[2]);
      IO.println(
          switch (words[0]) {
            case "converse" -> worker.converse(words[1], number);
            case "team" -> worker.team(words[1], number);
            case "talk" -> worker.talk(Integer.parseInt(words[1]), number);
            case "chorus" -> worker.chorus(Integer.parseInt(words[1]), number);
            case "idle" -> worker.idle(number);
            default -> worker.crowd(words[1], number);
          });
    }
    System.exit(0);
  }

  /// How long a turn takes where so many conversations follow one another, and how long it is on
  /// the cores, in milliseconds.
  private String converse(String script, int times) throws Exception {
    int turns = Integer.parseInt(script.split("-")[1]) + 1;
    try (var one = Executors.newVirtualThreadPerTaskExecutor()) {
      return one.submit(
              () -> {
                double cpu = cpu();
                long begun = System.nanoTime();
                for (int i = 0; i < times; i++) {
                  var thought = thinker.think(script);
                  if (thought.turns() != turns) {
                    throw new IllegalStateException("it took %d turns".formatted(thought.turns()));
                  }
                }
                int all = times * turns;
                return (System.nanoTime() - begun) / 1e6 / all + " " + (cpu() - cpu) / all;
              })
          .get();
    }
  }

  /// How long the work of a team takes where so many follow one another, and how long it is on the
  /// cores, in milliseconds.
  private String team(String member, int times) throws Exception {
    int turns = 2 + 3 * (Integer.parseInt(member.split("-")[1]) + 1);
    double cpu = cpu();
    long begun = System.nanoTime();
    for (int i = 0; i < times; i++) {
      var thought = thinker.thinkInTeam(member);
      if (thought.turns() != turns) {
        throw new IllegalStateException("it took %d turns".formatted(thought.turns()));
      }
    }
    return (System.nanoTime() - begun) / 1e6 / times + " " + (cpu() - cpu) / times;
  }

  /// How long it takes until a message is answered, where so many conversations of so many messages
  /// follow one another, and how long it is on the cores, in milliseconds.
  private String talk(int messages, int times) throws Exception {
    double cpu = cpu();
    long begun = System.nanoTime();
    for (int i = 0; i < times; i++) {
      var conversation = thinker.converse();
      for (int j = 0; j < messages; j++) {
        conversation.say(MESSAGE);
      }
    }
    int all = times * messages;
    return (System.nanoTime() - begun) / 1e6 / all + " " + (cpu() - cpu) / all;
  }

  /// How many messages are answered in a second in so many conversations at once.
  private String chorus(int conversations, int messages) throws Exception {
    long begun = System.nanoTime();
    try (var all = Executors.newVirtualThreadPerTaskExecutor()) {
      var singing = new ArrayList<Future<String>>();
      for (int i = 0; i < conversations; i++) {
        singing.add(all.submit(() -> talk(messages, 1)));
      }
      for (var each : singing) {
        each.get();
      }
    }
    return "" + conversations * messages / ((System.nanoTime() - begun) / 1e9);
  }

  /// How many bytes of heap a conversation takes in which a message was answered and nobody speaks,
  /// where there are so many of them.
  private String idle(int conversations) throws Exception {
    var kept = new ArrayList<Thinker.Conversation>();
    long before = heap();
    try (var all = Executors.newVirtualThreadPerTaskExecutor()) {
      var begun = new ArrayList<Future<Thinker.Conversation>>();
      var few = new Semaphore(50);
      for (int i = 0; i < conversations; i++) {
        few.acquire();
        begun.add(
            all.submit(
                () -> {
                  try {
                    var conversation = thinker.converse();
                    conversation.say(MESSAGE);
                    return conversation;
                  } finally {
                    few.release();
                  }
                }));
      }
      for (var each : begun) {
        kept.add(each.get());
      }
    }
    double bytes = Math.max(0, heap() - before) / (double) conversations;
    return kept.size() == conversations ? "" + bytes : "none";
  }

  /// What one of so many at once takes: KB of heap, KB of memory, ms on the cores; and how late its
  /// answer is known: half of them, and 99 of 100; and of how many something is lost.
  private String crowd(String script, int agents) throws Exception {
    var words = script.split("-");
    int pieces = Integer.parseInt(words[1]);
    long heap = heap();
    double memory = memory();
    double cpu = cpu();
    var late = new ArrayList<Double>();
    int lost = 0;
    try (var all = Executors.newVirtualThreadPerTaskExecutor()) {
      var thoughts = new ArrayList<Future<Done>>();
      for (int i = 0; i < agents; i++) {
        thoughts.add(all.submit(() -> new Done(thinker.think(script), Piece.now())));
      }
      awaitOpen(agents, Duration.ofMillis(Long.parseLong(words[2])));
      Thread.sleep(Long.parseLong(words[2]) / 3);
      memory = memory() - memory;
      heap = heap() - heap;
      for (var thought : thoughts) {
        var done = thought.get();
        late.add(Piece.late(done.thought().text(), done.at()));
        boolean whole = Piece.allIn(done.thought().text(), pieces);
        lost += whole && thinker.isRecorded(done.thought()) ? 0 : 1;
      }
    }
    cpu = cpu() - cpu;
    return "%f %f %f %s %d"
        .formatted(
            Math.max(0, heap) / 1024.0 / agents,
            Math.max(0, memory) / agents,
            cpu / agents,
            percentiles(late),
            lost);
  }

  private record Done(Thinker.Thought thought, long at) {}

  /// Until the model has begun to answer all of them.
  private void awaitOpen(int agents, Duration limit) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(model + "/open")).build();
    long end = System.nanoTime() + limit.toNanos();
    try (var http = HttpClient.newHttpClient()) {
      for (int open = 0; open < agents; Thread.sleep(Duration.ofMillis(20))) {
        open = Integer.parseInt(http.send(request, BodyHandlers.ofString()).body());
        if (System.nanoTime() > end) {
          throw new IllegalStateException("never were all of them at work at the same time");
        }
      }
    }
  }

  private static String percentiles(List<Double> times) {
    var sorted = times.stream().mapToDouble(it -> it).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] + " " + sorted[(int) (sorted.length * 0.99)];
  }

  private static long heap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    var runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /// Of the process, in KB.
  private static double memory() throws Exception {
    for (var line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Double.parseDouble(line.replaceAll("\\D", ""));
      }
    }
    throw new IllegalStateException("the memory of a process cannot be read on this system");
  }

  /// Of the process, in ms.
  private static double cpu() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return system.getProcessCpuTime() / 1e6;
  }
}
