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
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Another agent that works for this one, in a process of its own.
final class Delegation {
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  private final Household house;
  private final Duration remaining;
  private final Consumer<String> progress;

  Delegation(Household house, Duration remaining, Consumer<String> progress) {
    this.house = house;
    this.remaining = remaining;
    this.progress = progress;
  }

  Answer run(String agent, String input, Map<String, String> options) {
    var command = command(agent);
    var environment =
        house.lineage().environmentBelow(name(agent), house.services().added(house.world().env()));
    long seconds = remaining.plusMillis(999).toSeconds();
    if (seconds < 1) {
      throw new AgentException(
          ExitCode.TIMEOUT, "There is no time left to call %s.".formatted(name(agent)));
    }
    command.addAll(
        List.of("--output-format", "json", "--non-interactive", "--timeout", "" + seconds));
    options.forEach((key, value) -> command.add("--%s=%s".formatted(key, value)));
    var child =
        end(
            new Child(command, environment, house.world().directory(), remaining, MOST_BYTES),
            input);
    if (child.timedOut() || child.exitCode() == ExitCode.TIMEOUT) {
      throw new AgentException(
          ExitCode.TIMEOUT, "%s took longer than %ds.".formatted(name(agent), seconds));
    }
    return answer(name(agent), child);
  }

  private Child.Ended end(Child child, String input) {
    try {
      return child.run(input.getBytes(StandardCharsets.UTF_8), progress);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AgentException(ExitCode.FAILURE, "The call was interrupted.");
    }
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
    boolean source = agent.endsWith(".java") || agent.endsWith(".jar");
    var env = house.world().env();
    var found =
        source || agent.contains("/") || agent.contains(File.separator)
            ? Optional.of(house.world().directory().resolve(agent))
            : Child.find(agent, env).or(() -> Child.find("sfa-" + agent, env));
    return found
        .filter(it -> Files.isRegularFile(it) && (source || Files.isExecutable(it)))
        .orElseThrow(
            () ->
                new AgentException(
                    ExitCode.FAILURE,
                    "There is no agent '%s': name an executable file, one on the PATH, or a Java file."
                        .formatted(agent)));
  }
}
