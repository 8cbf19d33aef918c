package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What 100 programs at work cost the daemon that supervises them.
final class ChattyPrograms {
  private static final Metric CPU = Metric.lowerIsBetter("time on the cores", "ms per second");
  private static final Metric MEMORY = Metric.lowerIsBetter("memory (RSS)", "MB");
  private static final Rounds ROUNDS = new Rounds(3, 0, 42);
  private static final Duration SETTLING = Duration.ofSeconds(5);
  private static final Duration WATCHING = Duration.ofSeconds(10);
  private static final String IDLE = "retinue serve, idle";
  private static final int PROGRAMS = 100;

  /// It says ten lines a second as codex does, and starts a `sleep` for each pause.
  private static final String CHATTY =
      """
      #!/bin/sh
      cat >/dev/null
      echo '{"type":"thread.started","thread_id":"t"}'
      while :; do
        echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"It goes on and on."}}'
        sleep 0.1
      done
      """;

  private static final String SILENT =
      """
      #!/bin/sh
      cat >/dev/null
      echo '{"type":"thread.started","thread_id":"t"}'
      exec sleep 600
      """;

  static void main(String[] args) {
    Harness.run(args, ROUNDS, new ChattyPrograms()::benchmark);
  }

  private Benchmark benchmark() throws IOException, InterruptedException {
    var distribution = Distribution.current();
    return new Benchmark(
        "100 programs at work",
        "What `retinue serve` takes for itself while %d programs are at work that say nothing, or ten lines a second each. What the programs take is not in it."
            .formatted(PROGRAMS),
        List.of(CPU, MEMORY),
        List.of(
            new Watched(distribution, IDLE, "", 0),
            new Watched(distribution, "100 silent programs", SILENT, PROGRAMS),
            new Watched(distribution, "100 chatty programs", CHATTY, PROGRAMS)),
        IDLE,
        List.of());
  }

  /// A daemon with so many of them.
  private record Watched(Distribution distribution, String name, String program, int programs)
      implements Competitor {
    @Override
    public Map<Metric, Double> measure() throws IOException, InterruptedException {
      try (var daemon = Daemon.start(distribution, CorePeer.newFolder(), settings())) {
        daemon.keepAtWork("programmer", programs);
        Thread.sleep(SETTLING);
        double before = daemon.cpuSeconds();
        Thread.sleep(WATCHING);
        double used = (daemon.cpuSeconds() - before) * 1000 / WATCHING.toSeconds();
        return Map.of(CPU, used, MEMORY, daemon.megabytes());
      }
    }

    private Map<String, String> settings() throws IOException {
      var settings = new HashMap<>(Daemon.LIMITS);
      settings.put("PATH", install() + ":" + System.getenv("PATH"));
      return settings;
    }

    private Path install() throws IOException {
      var bin = Files.createTempDirectory(Scratch.folder(), "bin");
      var file = Files.writeString(bin.resolve("codex"), program);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      return bin;
    }
  }
}
