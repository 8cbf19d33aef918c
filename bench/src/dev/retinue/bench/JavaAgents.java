package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How soon an agent in one Java file answers a client that has just started it, in each of the
/// ways in which it can be started, against an agent in Node that does the same.
final class JavaAgents {
  private static final double GOAL = 0.6;
  private static final Duration PREPARATION = Duration.ofMinutes(3);
  private static final Path FILE = Distribution.CLONE.resolve("bench/peers/agent/Echo.java");

  static void main(String[] args) {
    Harness.run(args, Rounds.USUAL, new JavaAgents()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var distribution = Distribution.current();
    var node = new Peers(distribution).typescript();
    // Somewhere else than the caches of whoever measures.
    var environment = Map.of("XDG_CACHE_HOME", CorePeer.newFolder().toString(), "SFA_NO_LOG", "1");
    Harness.say("compiling the agent and making its cache");
    var warm = distribution.installed(environment, "exec", "--warm", FILE.toString());
    try (var preparation = Child.start("the preparation", warm)) {
      preparation.awaitEnd(PREPARATION);
    }
    var sdk = distribution.folder().resolve("lib/retinue-sdk.jar").toString();
    var ways =
        List.of(
            new Way(
                "retinue exec",
                distribution.installed(environment, "exec", FILE.toString(), "--mcp")),
            new Way(
                "java File.java",
                Command.of(Distribution.java(), "-cp", sdk, FILE.toString(), "--mcp")
                    .in(environment)),
            new Way(node.name(), node.stdio()));
    var competitors = new ArrayList<Competitor>();
    for (var goal : List.of(Goal.FIRST, Goal.CALL)) {
      ways.forEach(way -> competitors.add(Session.of(way.titleTo(goal), way.command(), goal)));
    }
    var targets = new ArrayList<Target>();
    for (var goal : List.of(Goal.FIRST, Goal.CALL)) {
      targets.add(
          Target.atMost(
              GOAL, Program.TIME, ways.getFirst().titleTo(goal), ways.getLast().titleTo(goal)));
    }
    return new Benchmark(
        "An agent in one Java file",
        "How long it takes from the start of `--mcp` until a client has its first answer (`server/discover`), and until it has listed the tools and called one.",
        List.of(Program.TIME, Session.MEMORY),
        competitors,
        ways.getLast().titleTo(Goal.FIRST),
        targets);
  }

  /// A way in which an agent is started.
  private record Way(String title, Command command) {
    String titleTo(Goal goal) {
      return title + ", " + goal.title();
    }
  }
}
