package dev.retinue.crash;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The packaged daemons of one folder, one after the other on the same data and the same port.
final class Succession implements AutoCloseable {
  static final Path LAUNCHER = Repository.DISTRIBUTION.resolve("retinue");
  static final Pattern LISTENS = Pattern.compile("serves MCP at http://[^:]+:(\\d+)/");

  private static final String PLAYER =
      """
      staff:
        player:
          description: Plays its contract.
          runtime: scripted
      """;

  private final Path folder;
  private final Map<String, String> environment;
  private int port;
  private int reign;
  private boolean up;
  private Program.@Nullable Running running;

  Succession(Path folder) throws IOException {
    this(folder, PLAYER, Map.of());
  }

  /// @param staff the section of the configuration, and others after it
  /// @param more variables of their environment, above the usual ones
  Succession(Path folder, String staff, Map<String, String> more) throws IOException {
    this.folder = folder;
    this.environment = new HashMap<>(environment(folder));
    environment.putAll(more);
    writeConfig(folder, staff);
  }

  static Path data(Path folder) {
    return folder.resolve("data");
  }

  /// An agent that plays its contract, and no limits that the load would reach.
  static Path writeConfig(Path folder) throws IOException {
    return writeConfig(folder, PLAYER);
  }

  static Path writeConfig(Path folder, String staff) throws IOException {
    return Files.writeString(
        folder.resolve("retinue.yaml"),
        """
        server:
          port: 0
          toolsets: [lifecycle, relay]
        limits:
          requests-per-second: 1000000
          requests-burst: 1000000
          starts-per-second: 1000000
          starts-burst: 1000000
          slots: 100
        """
            + staff);
  }

  static Map<String, String> environment(Path folder) {
    return Map.of(
        "PATH",
        "/usr/bin:/bin",
        "JAVA_HOME",
        Repository.JDK.toString(),
        "HOME",
        folder.toString(),
        "RETINUE_CONFIG",
        folder.resolve("retinue.yaml").toString());
  }

  /// Starts the next one.
  void begin() {
    var program = Program.of(LAUNCHER, "serve", "--port", port, "--data", data(folder));
    for (var variable : environment.entrySet()) {
      program = program.with(variable.getKey(), variable.getValue());
    }
    running = program.start();
  }

  /// Lets callers come, once it listens.
  void open() {
    var line = require().awaitOutput(LISTENS);
    synchronized (this) {
      port = Integer.parseInt(line.group(1));
      reign++;
      up = true;
      notifyAll();
    }
  }

  long pid() {
    return require().process().pid();
  }

  /// Waits, at most so long, while it lives; true if it does.
  boolean lives(Duration time) throws InterruptedException {
    return !require().process().waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Ends it as a power cut would, and returns what it had to complain about.
  String kill() throws InterruptedException, IOException {
    synchronized (this) {
      up = false;
      notifyAll();
    }
    var dying = require();
    dying.process().destroyForcibly().waitFor();
    var said = Files.readString(dying.err());
    Files.delete(dying.out());
    Files.delete(dying.err());
    running = null;
    return said;
  }

  private Program.Running require() {
    if (running == null) {
      throw new IllegalStateException("there is no daemon");
    }
    return running;
  }

  /// Waits until one listens, and says which.
  synchronized int awaitReign() throws InterruptedException {
    while (!up) {
      wait();
    }
    return reign;
  }

  /// Waits until this one is over; false if it goes on.
  synchronized boolean awaitEnd(int ofReign, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (up && reign == ofReign) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  synchronized String url() {
    return "http://localhost:" + port;
  }

  String token() {
    return Repository.text(data(folder).resolve("token")).strip();
  }

  @Override
  public void close() {
    Traces.kill(folder);
  }
}
