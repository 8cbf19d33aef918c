package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// How long a short command takes: `retinue --version` against the least that a JVM does, with the
/// same flags and the same AOT cache.
final class Startup {
  private static final String BARE = "java -version";
  private static final String RETINUE = "retinue --version";

  static void main(String[] args) {
    Harness.run(args, Rounds.USUAL, new Startup()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var distribution = Distribution.current();
    var java = Distribution.java();
    var flags = distribution.frontFlags();
    var cache = "-XX:AOTCache=" + cache(distribution.folder());

    var competitors = new ArrayList<Competitor>();
    competitors.add(Program.untilEnd(BARE, Command.of(java, flags, cache, "-version")));
    competitors.add(Program.untilEnd(BARE + ", no cache", Command.of(java, flags, "-version")));
    competitors.add(Program.untilEnd(RETINUE, Distribution.retinue("--version")));
    competitors.add(Program.untilEnd(RETINUE + ", no cache", withoutCache(distribution.folder())));
    competitors.addAll(node());
    return new Benchmark(
        "Start-up",
        "How long a short command takes, from its start to its end.",
        List.of(Program.TIME),
        competitors,
        BARE,
        List.of(Target.atMost(1.5, Program.TIME, RETINUE, BARE)));
  }

  private static Path cache(Path distribution) throws IOException {
    var caches = distribution.resolve("cache");
    try (var found = Files.newDirectoryStream(caches, "command-*.aot")) {
      for (var cache : found) {
        return cache;
      }
    }
    throw new BenchException("there is no AOT cache for this JDK; './retinue warm' makes one");
  }

  private static Command withoutCache(Path distribution) throws IOException {
    var copy = Scratch.folder().resolve("no-cache");
    try (var files = Files.walk(distribution)) {
      for (var file : files.filter(file -> !file.toString().endsWith(".aot")).toList()) {
        Files.copy(
            file,
            copy.resolve(distribution.relativize(file).toString()),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    // The launcher also looks for a cache in the folder of the user.
    var environment = new HashMap<>(Distribution.SAME_JDK);
    environment.put("XDG_CACHE_HOME", copy.toString());
    return Command.of(copy.resolve("retinue"), "--version").in(environment);
  }

  /// `node --version` does not even start its engine; an empty script does.
  private static List<Program> node() {
    var found = Command.findOnPath("node");
    if (found.isEmpty()) {
      Harness.say("node is not on the PATH, so it is left out");
      return List.of();
    }
    var node = found.get();
    return List.of(
        Program.untilEnd("node --version", Command.of(node, "--version")),
        Program.untilEnd("node --eval 0", Command.of(node, "--eval", "0")));
  }
}
