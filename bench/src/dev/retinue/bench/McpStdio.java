package dev.retinue.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// How soon a server on standard streams answers a client that has just started it.
final class McpStdio {
  static void main(String[] args) {
    Harness.run(args, Rounds.USUAL, new McpStdio()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var peers = new Peers(Distribution.current());
    var modern = peers.retinue();
    var legacy = modern.speaking(Dialect.LEGACY);
    var typescript = peers.typescript();
    var competitors = new ArrayList<Competitor>();
    for (var peer : List.of(modern, legacy, peers.javaSdk(), peers.quarkusStdio())) {
      competitors.add(untilAnswer(peer, AotCache.with(peer)));
    }
    competitors.add(untilAnswer(typescript, typescript.stdio()));
    var targets = new ArrayList<Target>();
    for (var ours : List.of(modern, legacy)) {
      targets.add(Target.atMost(0.6, Program.TIME, ours.title(), typescript.title()));
    }
    return new Benchmark(
        "MCP over standard streams",
        "How long it takes from the start of a server to its first answer: to `server/discover`, or to `initialize` before 2026-07-28.",
        List.of(Program.TIME),
        competitors,
        typescript.title(),
        targets);
  }

  private static Program untilAnswer(Peer peer, Command command) {
    return Program.untilAnswer(peer.title(), command, peer.dialect().first(), AotCache.isAnswer());
  }
}
