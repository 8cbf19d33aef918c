package dev.retinue.sdk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Tries an agent out in a test: with the environment, the input and the folder of the test, and a
/// home of its own, which is removed when the tests have ended.
public final class Trial {
  private final Agent agent;
  private final Map<String, String> env = new TreeMap<>();
  private String input = "";
  private Path directory;

  private Trial(Agent agent, Path directory) {
    this.agent = agent;
    this.directory = directory;
    env.put("HOME", directory.resolve("home").toString());
    env.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
  }

  public static Trial of(Agent agent) {
    return new Trial(agent, TemporaryFolder.create("trial"));
  }

  /// Lets it work in this folder.
  public Trial in(Path folder) {
    directory = folder;
    return this;
  }

  public Trial env(String name, String value) {
    env.put(name, value);
    return this;
  }

  /// What comes on its standard input.
  public Trial input(String text) {
    input = text;
    return this;
  }

  public Outcome run(String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var world =
        new World(
            Map.copyOf(env),
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            false,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            InstantSource.system(),
            directory);
    int code = new Command(agent.spec(), world, false).run(List.of(args));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// How it ended.
  public record Outcome(int exitCode, String out, String err) {}
}
