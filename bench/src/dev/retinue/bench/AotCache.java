package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Makes an AOT cache for a server on standard streams, as the product does when it is installed:
/// the server is started once, does what it will do, and ends.
final class AotCache {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private AotCache() {}

  /// The same server, started with a cache of its own.
  static Command with(Peer peer) throws IOException, InterruptedException {
    Harness.say("making an AOT cache for " + peer.name());
    var cache = Files.createTempDirectory(Scratch.folder(), "cache").resolve("server.aot");
    var dialect = peer.dialect();
    try (var child =
        Child.startTalking(peer.name(), flagged(peer, "-XX:AOTCacheOutput=" + cache))) {
      var requests = new ArrayList<>(List.of(dialect.first(), dialect.list(), dialect.call()));
      if (dialect == Dialect.LEGACY) {
        requests.set(1, Dialect.INITIALIZED + "\n" + requests.get(1));
      }
      for (var request : requests) {
        child.ask(request, isAnswer(), LIMIT);
      }
      child.finish(LIMIT);
    }
    if (!Files.exists(cache)) {
      throw new BenchException("the JVM made no AOT cache for " + peer.name());
    }
    return flagged(peer, "-XX:AOTCache=" + cache);
  }

  static Predicate<String> isAnswer() {
    return line -> line.contains("\"result\"") && line.contains("\"id\"");
  }

  private static Command flagged(Peer peer, String flag) {
    var words = new ArrayList<>(peer.stdio().words());
    words.add(1, flag);
    return new Command(words, peer.stdio().environment());
  }
}
