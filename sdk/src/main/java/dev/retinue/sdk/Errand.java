package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Another agent that works for this one, in a process of its own.
final class Errand {
  private final Household house;
  private final Duration remaining;
  private final Consumer<String> progress;

  Errand(Household house, Duration remaining, Consumer<String> progress) {
    this.house = house;
    this.remaining = remaining;
    this.progress = progress;
  }

  Answer run(String agent, String input, Map<String, String> options) {
    var command = command(agent);
    var environment = house.lineage().environmentBelow(name(agent), house.world().env());
    long seconds = remaining.toSeconds();
    if (seconds < 1) {
      throw new AgentException(
          ExitCode.TIMEOUT, "There is no time left to call %s.".formatted(name(agent)));
    }
    command.addAll(
        List.of("--output-format", "json", "--non-interactive", "--timeout", "" + seconds));
    options.forEach((key, value) -> command.add("--%s=%s".formatted(key, value)));
    var child =
        Child.of(command)
            .environment(environment)
            .directory(house.world().directory())
            .input(input.getBytes(StandardCharsets.UTF_8))
            .deadline(remaining)
            .errorLines(progress)
            .run();
    if (child.timedOut() || child.exitCode() == ExitCode.TIMEOUT) {
      throw new AgentException(
          ExitCode.TIMEOUT, "%s took longer than %ds.".formatted(name(agent), seconds));
    }
    return answer(name(agent), child);
  }

  private static Answer answer(String agent, Child.Ended child) {
    var json = parse(child.output());
    var error = json == null ? null : Json.text(json, "error");
    if (child.exitCode() != 0 || json == null) {
      var why = error == null ? lastLine(child.errors()) : error;
      throw new AgentException(
          ExitCode.FAILURE,
          "%s failed with exit code %d%s"
              .formatted(agent, child.exitCode(), why.isBlank() ? "." : ": " + why));
    }
    var metadata = new HashMap<String, Object>();
    json.path("metadata").propertyStream().forEach(it -> metadata.put(it.getKey(), it.getValue()));
    var warnings = json.path("warnings").valueStream().map(JsonNode::asString).toList();
    return new Answer(plain(json.path("result")), metadata, warnings, error, 0);
  }

  private static Object plain(JsonNode result) {
    return result.isString() ? result.stringValue() : result;
  }

  private static @Nullable ObjectNode parse(String output) {
    try {
      return Json.WIRE.readTree(output) instanceof ObjectNode object ? object : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String lastLine(String text) {
    return text.lines().filter(line -> !line.isBlank()).reduce("", (_, line) -> line);
  }

  /// The name that stands in the chain: that of the file, without what comes before and after.
  private static String name(String agent) {
    var file = String.valueOf(Path.of(agent).getFileName());
    return file.replaceFirst("\\.(java|jar|sh|js|ts|py)$", "")
        .replaceFirst("^sfa-", "")
        .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
        .toLowerCase(java.util.Locale.ROOT);
  }

  private List<String> command(String agent) {
    var file = find(agent);
    var command = new ArrayList<String>();
    if (agent.endsWith(".java") || agent.endsWith(".jar")) {
      command.add(ProcessHandle.current().info().command().orElse("java"));
      if (agent.endsWith(".jar")) {
        command.add("-jar");
      } else {
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      }
    }
    command.add(file.toString());
    return command;
  }

  private Path find(String agent) {
    var places =
        agent.contains("/") || agent.contains(File.separator) || agent.endsWith(".java")
            ? Stream.of(house.world().directory().resolve(agent))
            : Stream.of(house.world().env().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .flatMap(
                    folder -> Stream.of(Path.of(folder, agent), Path.of(folder, "sfa-" + agent)));
    boolean source = agent.endsWith(".java") || agent.endsWith(".jar");
    return places
        .filter(file -> Files.isRegularFile(file) && (source || Files.isExecutable(file)))
        .findFirst()
        .orElseThrow(
            () ->
                new AgentException(
                    ExitCode.FAILURE,
                    "There is no agent '%s': name an executable file, one on the PATH, or a Java file."
                        .formatted(agent)));
  }
}
