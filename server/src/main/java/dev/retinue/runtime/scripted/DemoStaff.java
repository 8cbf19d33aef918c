package dev.retinue.runtime.scripted;

import dev.retinue.core.Agent;
import dev.retinue.core.port.Roster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Three agents to watch: they need no model, cost nothing, and are done in about ten seconds.
public final class DemoStaff implements Roster {
  private final List<Agent> all =
      List.of(
          agent("researcher", "Finds things out, and writes down what it found."),
          agent("builder", "Builds things, and has the researcher find out about them first."),
          agent("reviewer", "Reads a change, and asks you before it approves."));

  @Override
  public List<Agent> all() {
    return all;
  }

  private static Agent agent(String name, String description) {
    return new Agent(
        name,
        description,
        new Agent.Means(ScriptedRuntime.NAME, null),
        script(name + ".script"),
        List.of(),
        Agent.Limits.NONE);
  }

  private static String script(String resource) {
    try (var stream = DemoStaff.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException(resource + " is missing in this build");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
