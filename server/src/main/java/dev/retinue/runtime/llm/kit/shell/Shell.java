package dev.retinue.runtime.llm.kit.shell;

import dev.retinue.core.Confinement;
import dev.retinue.core.RunId;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.process.OperatorCommands;
import dev.retinue.process.SharedVariables;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.llm.kit.file.Enclosed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Where the commands of one run are carried out, and what they see.
///
/// @param ground what the walls around them are put around
/// @param own the private folder of the run: what commands print is there, and one of its folders
///   is theirs
/// @param variables what they see, all of it
public record Shell(
    House house,
    Enclosed enclosed,
    Ground ground,
    Path own,
    Confinement confinement,
    Map<String, String> variables) {
  private static final String PROGRAM = "/bin/sh";
  private static final Path NOTHING = Path.of("/dev/null");
  private static final Set<String> SEEN_TOO = Set.of("LANG", "JAVA_HOME");

  public Shell {
    variables = Map.copyOf(variables);
  }

  /// The folder that commands may change, whatever part of it is shown to them.
  ///
  /// @param readable what they have to read besides
  public record Ground(Path folder, List<Path> readable) {
    public Ground {
      readable = List.copyOf(readable);
    }
  }

  /// What all runs have of the house.
  ///
  /// @param environment of the daemon
  /// @param walls what is put around any child of a run
  public record House(
      Supervisor supervisor,
      Map<String, String> environment,
      OperatorCommands.Walls walls,
      RandomGenerator random) {
    public House {
      environment = Map.copyOf(environment);
    }

    /// Never the keys.
    @Override
    public String toString() {
      return "a house with %d variables".formatted(environment.size());
    }
  }

  /// What commands see: how to find things and how to get out, what the agent's file gives them,
  /// and none of the daemon's keys.
  ///
  /// @param more what the file gives them
  public static Map<String, String> variables(
      Map<String, String> environment, Path own, Map<String, String> more) {
    var seen = new HashMap<String, String>();
    environment.forEach(
        (key, value) -> {
          if (SharedVariables.NAMES.contains(key) || SEEN_TOO.contains(key)) {
            seen.put(key, value);
          }
        });
    seen.put("LC_ALL", "C.UTF-8");
    seen.put("TMPDIR", temporary(theirs(own)).toString());
    seen.putAll(more);
    return seen;
  }

  /// Starts a line. It has a mark of its own: to end it must not end anything else.
  Command start(String line, Path directory) throws IOException, InterruptedException {
    var mark = RunId.random(RunId.Prefix.AGENT, house.random());
    Files.createDirectories(temporary(theirs(own)));
    var output = Files.createFile(own.resolve("out-" + mark));
    var files = new Spawn.Files(NOTHING, output, output);
    var words = List.of(PROGRAM, "-c", line);
    var seen = traced();
    // The walls are those of the whole folder, in whichever part of it the command begins.
    var walls =
        house
            .walls()
            .around(
                new Spawn(mark, words, ground.folder(), seen, files, Command.LIMITS),
                confinement,
                theirs(own),
                ground.readable());
    var spawn = new Spawn(mark, words, directory, seen, files, Command.LIMITS, walls);
    return Command.begin(house.supervisor(), spawn);
  }

  private Map<String, String> traced() {
    var here = TraceContext.current();
    if (here == null) {
      return variables;
    }
    var seen = new HashMap<>(variables);
    seen.putAll(here.variables());
    return seen;
  }

  /// What they may change of the folder of the run. What they print is not in it: we open that, and
  /// where one of them had put a link there, we would go where it may not.
  private static Path theirs(Path own) {
    return own.resolve("shell");
  }

  private static Path temporary(Path theirs) {
    return theirs.resolve("tmp");
  }
}
