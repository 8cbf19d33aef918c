package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// How smooth the console is with a thousand runs on its board of which 55 talk: a thousand events
/// a second, in a real browser. A bare page reads the same feed and draws nothing.
final class ConsolePage {
  private static final Metric EVENTS = Metric.higherIsBetter("events taken", "per second");
  private static final Metric FRAME = Metric.lowerIsBetter("frames apart, p99", "ms");
  private static final Metric ANSWER =
      Metric.lowerIsBetter("answer to somebody who types, p95", "ms");
  private static final Metric SHARE = Metric.lowerIsBetter("time on the core", "%");
  private static final Metric MEMORY = Metric.lowerIsBetter("memory of the scripts", "MB");
  private static final Map<String, Metric> TOLD =
      Map.of("events", EVENTS, "frame", FRAME, "answer", ANSWER, "share", SHARE, "memory", MEMORY);

  private static final Rounds ROUNDS = new Rounds(5, 1, 42);
  private static final int SECONDS = 10;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String CONSOLE = "console";
  private static final String BARE = "bare";
  private static final Path CLONE = Distribution.CLONE;
  private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\":(-?[0-9.eE+-]+)");

  private Child crowd;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new ConsolePage()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var command = command(Distribution.current());
    var console = new Page("the console", CONSOLE, command);
    var bare = new Page("a bare page that counts what the feed says", BARE, command);
    return new Benchmark(
        "The console in a crowd",
        "How smooth the console's page is in Chromium, without a graphics card, while 1,000 runs are on its board and 55 of them say something nearly 20 times a second; somebody types into its search all the while. The daemon, the browser and what measures share the cores.",
        List.of(EVENTS, FRAME, ANSWER, SHARE, MEMORY),
        List.of(console, bare),
        bare.name,
        List.of(
            Target.atLeast(0.95, EVENTS, console.name, bare.name),
            Target.atMost(34, FRAME, console.name),
            Target.atMost(100, ANSWER, console.name)));
  }

  /// The tests of the console have a daemon and a browser already, and npm brought what they need.
  private static Command command(Distribution distribution) throws IOException {
    var modules = CLONE.resolve(".cache/npm/node_modules");
    if (!Files.exists(modules.resolve("playwright-core"))) {
      throw new BenchException("playwright-core is not here; ./verify installs it");
    }
    var settings = new HashMap<>(Distribution.SAME_JDK);
    settings.put("TESTS", CLONE.resolve("server/src/test/js/console") + "");
    settings.put("FOLDER", Files.createTempDirectory(Scratch.folder(), "console") + "");
    settings.put("LAUNCHER", distribution.folder().resolve("retinue") + "");
    settings.put("MODULES", modules + "");
    settings.put("CHROMIUM", Workshop.onPath("chromium") + "");
    var script = CLONE.resolve("bench/peers/console/crowd.mjs");
    return Command.of(Workshop.onPath("node"), script + "").in(settings);
  }

  /// A page that watches the crowd. All are opened in one browser, in turn.
  private final class Page implements Competitor {
    private final String name;
    private final String word;
    private final Command command;

    private Page(String name, String word, Command command) {
      this.name = name;
      this.word = word;
      this.command = command;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start() throws IOException {
      if (crowd == null) {
        crowd = Child.startTalking("the crowd", command);
      }
    }

    @Override
    public Map<Metric, Double> measure() throws IOException {
      var said = crowd.ask("%s %d".formatted(word, SECONDS), it -> it.startsWith("{"), LIMIT);
      var told = new HashMap<Metric, Double>();
      for (var number : NUMBER.matcher(said).results().toList()) {
        told.put(TOLD.get(number.group(1)), Double.parseDouble(number.group(2)));
      }
      return told;
    }

    @Override
    public void close() {
      if (crowd != null) {
        crowd.close();
        crowd = null;
      }
    }
  }
}
