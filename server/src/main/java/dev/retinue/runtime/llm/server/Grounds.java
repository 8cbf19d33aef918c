package dev.retinue.runtime.llm.server;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.process.OperatorCommands;
import dev.retinue.process.SharedVariables;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Where the programs of servers are started, and what they see.
///
/// @param processes the folder of what processes write, where those of runs are too
/// @param environment of the daemon
/// @param walls what is put around each of them
public record Grounds(
    Supervisor supervisor,
    Path processes,
    Map<String, String> environment,
    OperatorCommands.Walls walls,
    RandomGenerator random) {
  /// What servers see of our environment besides what every child may.
  private static final Set<String> SEEN_TOO = Set.of("LANG", "JAVA_HOME");

  public Grounds {
    environment = Map.copyOf(environment);
  }

  public Grounds(
      Supervisor supervisor,
      Path processes,
      Map<String, String> environment,
      OperatorCommands.Walls walls) {
    this(supervisor, processes, environment, walls, new SecureRandom());
  }

  Spawn spawn(
      RunId mark, String name, ToolServer.Started program, Path directory, Variables variables) {
    var folder = processes.resolve(mark + "-0");
    var seen = new HashMap<String, String>();
    environment.forEach(
        (key, value) -> {
          if (SharedVariables.NAMES.contains(key) || SEEN_TOO.contains(key)) {
            seen.put(key, value);
          }
        });
    seen.put("LC_ALL", "C.UTF-8");
    seen.put("TMPDIR", folder.resolve("tmp").toString());
    seen.putAll(variables.resolved(name, program.environment()));
    var words = new ArrayList<String>();
    words.add(program(name, program.command(), seen.getOrDefault("PATH", "")).toString());
    words.addAll(program.arguments());
    return new Spawn(
        mark, words, directory, seen, Spawn.Files.piped(folder.resolve("err")), Spawn.Limits.USUAL);
  }

  private static Path program(String name, String command, String path) {
    var places =
        command.startsWith("/")
            ? Stream.of(Path.of(command))
            : Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder, command));
    return places
        .filter(it -> Files.isExecutable(it) && !Files.isDirectory(it))
        .findFirst()
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "There is no program '%s' for the tool server '%s' on the PATH of the daemon; install it, or name its full path."
                        .formatted(command, name)));
  }
}
