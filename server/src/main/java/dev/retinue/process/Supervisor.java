package dev.retinue.process;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Starts programs for runs so that nothing of them outlives its record: each is marked, dies with
/// us where the system can do that, and may write only so much.
public final class Supervisor {
  private static final String FSIZE = "@fsize@";

  private final Path dataDirectory;
  private final List<String> wrapper;

  /// @param environment of this process, to find the system's own programs in
  public Supervisor(Path dataDirectory, Map<String, String> environment) {
    this.dataDirectory = dataDirectory;
    this.wrapper = wrapper(environment);
  }

  /// What stands before every command: a session of its own, so that no key in our terminal reaches
  /// it, and an end when our thread ends. (Only on Linux are all of them there.)
  private static List<String> wrapper(Map<String, String> environment) {
    var words = new ArrayList<String>();
    find("setsid", environment).ifPresent(words::add);
    find("prlimit", environment)
        .ifPresent(it -> words.addAll(List.of(it, "--core=0", "--fsize=" + FSIZE)));
    find("setpriv", environment)
        .ifPresent(it -> words.addAll(List.of(it, "--pdeathsig", "KILL", "--")));
    return List.copyOf(words);
  }

  private static Optional<String> find(String program, Map<String, String> environment) {
    var path = environment.getOrDefault("PATH", "") + File.pathSeparator + "/usr/bin:/bin";
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /// Starts it. What is known of the run must be on disk by now.
  public Child start(Spawn spawn) throws InterruptedException {
    requireThere(spawn);
    var command = new ArrayList<String>();
    for (var word : wrapper) {
      command.add(word.replace(FSIZE, Long.toString(spawn.limits().fileBytes())));
    }
    command.addAll(spawn.command());
    var environment = new HashMap<>(spawn.environment());
    environment.put(LeftoverProcesses.MARK, dataDirectory.toString());
    environment.put(LeftoverProcesses.RUN, spawn.run().text());
    var child =
        Child.begin(
                spawn.command().getFirst(),
                "run-" + spawn.run(),
                new Marked(dataDirectory, spawn.run().text()),
                () -> ChildProcess.start(command, spawn.directory(), environment, spawn.files()))
            .awaitStart();
    if (spawn.files().open()) {
      child.listen("input-" + spawn.run(), spawn.files().input());
    }
    return child;
  }

  /// What stands before the command would only say it in words of its own.
  private static void requireThere(Spawn spawn) {
    var program = Path.of(spawn.command().getFirst());
    if (!Files.isExecutable(program) || Files.isDirectory(program)) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND, "There is no program %s that can be started.".formatted(program));
    }
    if (!Files.isDirectory(spawn.directory())) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "The folder %s, where %s is to work, is gone.".formatted(spawn.directory(), program));
    }
  }
}
