package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The daemon as it is packaged: `retinue serve`, with tokens and its usual store. It has an agent
/// that is at work for a day, one that is done at once, and one that is a program.
final class Daemon implements AutoCloseable {
  /// That many are at work and not in line, and callers may ask as often as they are made to.
  static final Map<String, String> LIMITS =
      Map.of(
          "RETINUE_LIMITS_SLOTS", "2000",
          "RETINUE_LIMITS_RUNS_AT_WORK", "2000",
          "RETINUE_LIMITS_OPEN_RUNS_PER_CALLER", "1000000",
          "RETINUE_LIMITS_REQUESTS_PER_SECOND", "1000000",
          "RETINUE_LIMITS_REQUESTS_BURST", "1000000",
          "RETINUE_LIMITS_STARTS_PER_SECOND", "1000000",
          "RETINUE_LIMITS_STARTS_BURST", "1000000");

  private static final String STAFF =
      """
      staff:
        long:
          description: Is at work for a day.
          runtime: scripted
          instructions: |
            say I have read it, and begin.
            take 24h
        brief:
          description: Is done at once.
          runtime: scripted
          instructions: |
            complete Done.
        programmer:
          description: Is at work as long as its program is.
          runtime: codex
      """;
  private static final Pattern ADDRESS = Pattern.compile("serves MCP at http://[^:]+:(\\d+)/mcp");
  private static final Pattern HANDLE = Pattern.compile("\"agent_id\":\"([^\"]+)\"");
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Child child;
  private final int port;
  private final String token;

  private Daemon(Child child, int port, String token) {
    this.child = child;
    this.port = port;
    this.token = token;
  }

  /// @param data its data directory
  static Daemon start(Distribution distribution, Path data, Map<String, String> settings)
      throws IOException, InterruptedException {
    return start(distribution, data, settings, STAFF);
  }

  /// One with the staff that it has where nobody is configured: the programs on its `PATH`.
  static Daemon startWithUsualStaff(
      Distribution distribution, Path data, Map<String, String> settings)
      throws IOException, InterruptedException {
    return start(distribution, data, settings, "");
  }

  private static Daemon start(
      Distribution distribution, Path data, Map<String, String> settings, String staff)
      throws IOException, InterruptedException {
    var config = Files.writeString(Files.createTempFile(Scratch.folder(), "staff", ".yaml"), staff);
    var words = new String[] {"serve", "--port", "0", "--data", data + "", "--config", config + ""};
    var child = Child.start("the daemon", distribution.installed(settings, words));
    while (child.age().compareTo(LIMIT) < 0 && child.handle().isAlive()) {
      var said = ADDRESS.matcher(child.said());
      if (said.find()) {
        var token = Files.readString(data.resolve("token")).strip();
        return new Daemon(child, Integer.parseInt(said.group(1)), token);
      }
      Thread.sleep(PAUSE);
    }
    child.close();
    throw child.failure("does not listen");
  }

  /// Another caller of the daemon with this data directory: its token.
  static String token(Distribution distribution, Path data, String name)
      throws IOException, InterruptedException {
    var words = new String[] {"token", "create", name, "--data", data + ""};
    try (var child = Child.start("token create", distribution.installed(Map.of(), words))) {
      child.awaitEnd(LIMIT);
      return child.said().lines().filter(it -> it.startsWith("rt")).findFirst().orElseThrow();
    }
  }

  int port() {
    return port;
  }

  Client client(Dialect dialect) throws IOException {
    return Client.connect(port, dialect, "Authorization: Bearer " + token + "\r\n");
  }

  /// Starts so many that stay at work, and returns their handles.
  List<String> keepAtWork(int runs) throws IOException {
    return keepAtWork("long", runs);
  }

  List<String> keepAtWork(String agent, int runs) throws IOException {
    var handles = new ArrayList<String>();
    var start = client(Dialect.MODERN).call("agent_start", contract(agent));
    try (var wire = new Wire(port)) {
      for (int i = 0; i < runs; i++) {
        var reply = wire.ask(start).toString();
        var handle = HANDLE.matcher(reply.replace("\\\"", "\""));
        if (!handle.find()) {
          throw new IOException("no agent was started: " + reply);
        }
        handles.add(handle.group(1));
      }
    }
    return handles;
  }

  static String contract(String agent) {
    return "{\"contract\":\"%s\",\"agent\":\"%s\"}"
        .formatted("Look through the repository and say what is missing. ".repeat(4), agent);
  }

  double megabytes() throws IOException {
    return child.megabytes();
  }

  double cpuSeconds() {
    return child.cpuSeconds();
  }

  @Override
  public void close() {
    child.close();
  }
}
