package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/// `retinue mcp`, started anew for every sample.
final class Front implements Competitor {
  private static final Pattern PID = Pattern.compile("\"pid\"\\s*:\\s*(\\d+)");

  /// What there is before it is started.
  enum Around {
    NOTHING("nothing there yet"),
    SNAPSHOT("a daemon was there"),
    DAEMON("a daemon is there");

    private final String title;

    Around(String title) {
      this.title = title;
    }
  }

  private final Distribution distribution;
  private final Dialect dialect;
  private final Goal goal;
  private final Around around;
  private Path data;
  private Daemon daemon;

  Front(Distribution distribution, Dialect dialect, Goal goal, Around around) {
    this.distribution = distribution;
    this.dialect = dialect;
    this.goal = goal;
    this.around = around;
  }

  Goal goal() {
    return goal;
  }

  @Override
  public String name() {
    return "retinue mcp, %s, %s, %s".formatted(dialect.version(), goal.title(), around.title);
  }

  @Override
  public void start() throws IOException, InterruptedException {
    if (around != Around.NOTHING) {
      data = CorePeer.newFolder();
      daemon = Daemon.start(distribution, data, Map.of());
    }
    if (around == Around.SNAPSHOT) {
      daemon.close();
    }
  }

  @Override
  public Map<Metric, Double> measure() throws IOException, InterruptedException {
    if (around != Around.NOTHING) {
      return session(data).measure();
    }
    var fresh = CorePeer.newFolder();
    try {
      return session(fresh).measure();
    } finally {
      endDaemon(fresh);
    }
  }

  private Session session(Path folder) {
    var command = distribution.installed(Map.of("RETINUE_DATA", folder.toString()), "mcp");
    var call = dialect.call("retinue_status", "{}");
    return new Session(name(), command, goal.requests(dialect, call));
  }

  /// The one that the front has started, which outlives it.
  private static void endDaemon(Path folder) throws IOException {
    var record = folder.resolve("daemon.json");
    if (!Files.exists(record)) {
      return;
    }
    var pid = PID.matcher(Files.readString(record));
    if (pid.find()) {
      ProcessHandle.of(Long.parseLong(pid.group(1)))
          .ifPresent(
              process -> {
                process.destroyForcibly();
                try {
                  process.onExit().join();
                } catch (CompletionException e) {
                  throw new BenchException("a daemon did not end: " + e.getMessage());
                }
              });
    }
  }

  @Override
  public void close() {
    if (daemon != null) {
      daemon.close();
    }
  }
}
