package dev.retinue.process;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Observer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/// Starts programs for runs so that nothing of them outlives its record: each is marked, dies with
/// us where the system can do that, and may write only so much.
public final class Supervisor {
  private final Path dataDirectory;
  private final Limiter limiter;
  private final Observer observer;

  /// With nobody who counts.
  public Supervisor(Path dataDirectory, Map<String, String> environment) {
    this(dataDirectory, environment, Observer.NONE);
  }

  /// @param environment of this process, to find the system's own programs in
  /// @param observer is told what becomes of programs
  public Supervisor(Path dataDirectory, Map<String, String> environment, Observer observer) {
    this.dataDirectory = dataDirectory;
    this.observer = observer;
    this.limiter = new Limiter(environment);
    IgnoredSignals.keepFromChildren();
  }

  /// What stands before every command.
  public Limiter limiter() {
    return limiter;
  }

  /// Starts it. What is known of the run must be on disk by now.
  public Child start(Spawn spawn) throws InterruptedException {
    try {
      requireThere(spawn);
      var child = begin(spawn);
      if (spawn.files().open()) {
        child.listen("input-" + spawn.run(), spawn.files().input());
      }
      return child;
    } catch (RuntimeException | InterruptedException e) {
      spawn.enclosure().end();
      throw e;
    }
  }

  private Child begin(Spawn spawn) throws InterruptedException {
    var enclosure = spawn.enclosure();
    var command = new ArrayList<String>();
    if (enclosure.limited()) {
      command.addAll(limiter.words(spawn.limits()));
    }
    command.addAll(enclosure.words());
    command.addAll(spawn.command());
    var home = Marked.real(dataDirectory);
    var environment = new HashMap<>(spawn.environment());
    environment.put(LeftoverProcesses.MARK, home.toString());
    environment.put(LeftoverProcesses.RUN, spawn.run().text());
    var child =
        Child.begin(
                spawn.command().getFirst(),
                "run-" + spawn.run(),
                Marked.of(home, spawn),
                enclosure,
                ChildProcess.starting(spawn, command, environment))
            .awaitStart();
    child.observedBy(observer);
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
