package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The program `docker` at work on the Compose file of one agent. Everything that it is asked has a
/// deadline.
final class Docker {
  private static final Duration QUICK = Duration.ofSeconds(30);

  /// Images may have to be fetched.
  private static final Duration TO_START = Duration.ofMinutes(10);

  private static final Duration TO_STOP = Duration.ofMinutes(2);
  private static final int MOST_BYTES = 1024 * 1024;

  /// What it may know of our environment: where its engine is and how to get there, no secrets.
  private static final Pattern SHARED =
      Pattern.compile(
          "PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|TEMP|TMP|DOCKER_.*|XDG_.*|SSH_AUTH_SOCK"
              + "|(?i:https?_proxy|no_proxy)|SystemRoot|USERPROFILE|(LOCAL)?APPDATA|Program(Files|Data)");

  private final Path folder;
  private final String project;
  private final Map<String, String> environment;

  Docker(Path folder, String agent, Map<String, String> environment) {
    this.folder = folder;
    this.project = "sfa-" + SafeName.slug(agent);
    this.environment = new TreeMap<>(environment);
    this.environment.keySet().removeIf(name -> !SHARED.matcher(name).matches());
  }

  /// The state of the container of one service.
  record State(String state, String health, int exitCode) {
    boolean isRunning() {
      return state.equals("running");
    }

    boolean isHealthy() {
      return isRunning() && (health.isEmpty() || health.equals("healthy"));
    }

    boolean isOver() {
      return state.equals("exited") || state.equals("dead");
    }
  }

  /// Refuses where there is no Docker, no Compose or no engine, in that order.
  ///
  /// @param instead what one could do without it
  void requireReady(String instead) throws InterruptedException {
    if (Child.find("docker", environment).isEmpty()) {
      throw new AgentException(
          ExitCode.FAILURE,
          "This agent requires Docker for its service dependencies. Install Docker: https://docs.docker.com/get-docker/ %s"
              .formatted(instead));
    }
    if (run(QUICK, List.of("compose", "version")).exitCode() != 0) {
      throw new AgentException(
          ExitCode.FAILURE,
          "This agent requires Docker Compose for its service dependencies. Install Docker Compose: https://docs.docker.com/compose/install/ %s"
              .formatted(instead));
    }
    var engine = run(QUICK, List.of("version", "--format", "{{.Server.Version}}"));
    if (engine.exitCode() != 0) {
      throw new AgentException(
          ExitCode.FAILURE,
          "Docker is installed, but its engine does not answer%s. Start it (see 'docker version'). %s"
              .formatted(reason(engine), instead));
    }
  }

  void up(Path file) throws InterruptedException {
    required("started", compose(TO_START, file, "up", "-d", "--remove-orphans"));
  }

  /// @param withVolumes also what they have stored
  void down(Path file, boolean withVolumes) throws InterruptedException {
    var words = new ArrayList<>(List.of("down", "--remove-orphans"));
    if (withVolumes) {
      words.add("-v");
    }
    required("stopped", compose(TO_STOP, file, words.toArray(String[]::new)));
  }

  /// Stops what an agent of former days has started, who named its project by the folder.
  void downFormer(Path file) throws InterruptedException {
    var _ = run(TO_STOP, List.of("compose", "-f", file.toString(), "down"));
  }

  void remove(Path file, List<String> services) throws InterruptedException {
    var words = new ArrayList<>(List.of("rm", "--stop", "--force", "--volumes"));
    words.addAll(services);
    required("removed", compose(TO_STOP, file, words.toArray(String[]::new)));
  }

  /// How the services are; those without a container are missing.
  Map<String, State> states(Path file) throws InterruptedException {
    var states = new TreeMap<String, State>();
    var ended = compose(QUICK, file, "ps", "--all", "--format", "json");
    if (ended.exitCode() == 0) {
      // One object in each line, or all in one list where Compose is older.
      ended.output().lines().filter(line -> !line.isBlank()).forEach(line -> read(line, states));
    }
    return states;
  }

  private static void read(String line, Map<String, State> states) {
    try {
      var node = Json.WIRE.readTree(line);
      for (var container : node.isArray() ? node : List.of(node)) {
        states.put(
            said(container, "Service"),
            new State(
                said(container, "State"),
                said(container, "Health"),
                container.path("ExitCode").asInt(0)));
      }
    } catch (JacksonException e) {
      // A warning between the lines.
    }
  }

  private static String said(JsonNode container, String key) {
    var text = Json.text(container, key);
    return text == null ? "" : text;
  }

  List<String> lastLines(Path file, List<String> services, int most) throws InterruptedException {
    var words = new ArrayList<>(List.of("logs", "--no-color", "--tail", Integer.toString(most)));
    words.addAll(services);
    var ended = compose(QUICK, file, words.toArray(String[]::new));
    var lines = ended.output().lines().toList();
    return lines.subList(Math.max(0, lines.size() - most), lines.size());
  }

  /// The port of this machine that leads to a port of a service.
  int port(Path file, Service service) throws InterruptedException {
    var ended = compose(QUICK, file, "port", service.name(), Integer.toString(service.port()));
    var text = ended.output().strip();
    var port = text.substring(text.lastIndexOf(':') + 1);
    if (ended.exitCode() != 0 || !port.matches("[1-9]\\d{0,4}")) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The port %d of the service '%s' is not published%s. Publish it in its Compose file."
              .formatted(service.port(), service.name(), reason(ended)));
    }
    return Integer.parseInt(port);
  }

  private Child.Ended compose(Duration deadline, Path file, String... words)
      throws InterruptedException {
    var all =
        new ArrayList<>(
            List.of("compose", "--ansi", "never", "-p", project, "-f", file.toString()));
    all.addAll(List.of(words));
    return run(deadline, all);
  }

  private Child.Ended run(Duration deadline, List<String> words) throws InterruptedException {
    var command = new ArrayList<String>();
    command.add(Child.find("docker", environment).map(Path::toString).orElse("docker"));
    command.addAll(words);
    var directory = Files.isDirectory(folder) ? folder : Path.of("").toAbsolutePath();
    return new Child(command, environment, directory, deadline, MOST_BYTES).run();
  }

  private static void required(String what, Child.Ended ended) {
    if (ended.timedOut() || ended.exitCode() != 0) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The services of this agent could not be %s%s.".formatted(what, reason(ended)));
    }
  }

  private static String reason(Child.Ended ended) {
    if (ended.timedOut()) {
      return ": docker took too long";
    }
    var said = ended.errors().lines().filter(line -> !line.isBlank()).toList();
    return said.isEmpty() ? "" : ": " + said.getLast().strip().replaceAll("[.]+$", "");
  }
}
