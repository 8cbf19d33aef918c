package dev.retinue.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// How soon `retinue mcp`, as it is packaged, answers a client that has just started it: the
/// handshake, the list of tools, and a first call.
final class McpFront {
  private static final double GOAL = 0.6;
  private static final double MEGABYTES = 60;

  static void main(String[] args) {
    Harness.run(args, Rounds.USUAL, new McpFront()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var distribution = Distribution.current();
    var peers = new Peers(distribution);
    var bare = peers.bare();
    var typescript = peers.typescript();
    var competitors = new ArrayList<Competitor>();
    competitors.add(Session.of("bare Java, first answer", AotCache.with(bare), Goal.FIRST));
    for (var goal : Goal.values()) {
      competitors.add(
          Session.of(typescript.name() + ", " + goal.title(), typescript.stdio(), goal));
    }
    var targets = new ArrayList<Target>();
    for (var front : fronts(distribution)) {
      competitors.add(front);
      if (front.goal() != Goal.CALL) {
        var peer = typescript.name() + ", " + front.goal().title();
        targets.add(Target.atMost(GOAL, Program.TIME, front.name(), peer));
      }
      targets.add(Target.atMost(MEGABYTES, Session.MEMORY, front.name()));
    }
    return new Benchmark(
        "The front",
        "How long it takes from the start of `retinue mcp` until it has answered a handshake, a handshake and `tools/list`, or these and a first call; and its memory then.",
        List.of(Program.TIME, Session.CPU, Session.MEMORY),
        competitors,
        typescript.name() + ", " + Goal.FIRST.title(),
        targets);
  }

  private static List<Front> fronts(Distribution distribution) {
    var fronts = new ArrayList<Front>();
    for (var around : Front.Around.values()) {
      fronts.add(new Front(distribution, Dialect.MODERN, Goal.FIRST, around));
    }
    for (var goal : List.of(Goal.LIST, Goal.CALL)) {
      fronts.add(new Front(distribution, Dialect.MODERN, goal, Front.Around.NOTHING));
      fronts.add(new Front(distribution, Dialect.MODERN, goal, Front.Around.DAEMON));
    }
    for (var goal : Goal.values()) {
      fronts.add(new Front(distribution, Dialect.LEGACY, goal, Front.Around.DAEMON));
    }
    return fronts;
  }
}
