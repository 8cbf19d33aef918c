package dev.retinue.process;

import dev.retinue.core.CheckCommand;
import dev.retinue.core.Confinement;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.CheckCommands;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Runs the commands of the operator under supervision: marked, in a bounded time, with little
/// output kept, and few of them at once.
public final class OperatorCommands implements CheckCommands {
  private static final int MOST_AT_ONCE = 4;
  private static final int END_OF_OUTPUT = 400;
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Spawn.Limits LIMITS = new Spawn.Limits(256L << 20);

  /// What they see of our environment: no keys, and no tokens.
  private static final Set<String> SEEN =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TZ", "LANG", "JAVA_HOME");

  private final Supervisor supervisor;
  private final Map<String, String> environment;
  private final Path folders;
  private final List<CheckCommand> commands;
  private final Walls walls;
  private final SecureRandom random = new SecureRandom();
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  /// @param environment of this process
  /// @param folders where what they write is kept for a while
  public OperatorCommands(
      Supervisor supervisor,
      Map<String, String> environment,
      Path folders,
      List<CheckCommand> commands,
      Walls walls) {
    this.supervisor = supervisor;
    this.environment = environment;
    this.folders = folders;
    this.commands = List.copyOf(commands);
    this.walls = walls;
  }

  /// What is put around a command: what an agent has written must not get out of its sandbox by
  /// being checked.
  @FunctionalInterface
  public interface Walls {
    /// Those for one command.
    ///
    /// @param own the private folder of the command
    Enclosure around(Spawn spawn, Confinement confinement, Path own);

    /// The same for one that has to read something besides.
    default Enclosure around(Spawn spawn, Confinement confinement, Path own, List<Path> readable) {
      return around(spawn, confinement, own);
    }
  }

  @Override
  public List<String> names() {
    return commands.stream().map(CheckCommand::name).toList();
  }

  @Override
  public Result run(String name, Site site) throws InterruptedException {
    var command = commands.stream().filter(it -> it.name().equals(name)).findFirst();
    if (command.isEmpty()) {
      return new Result(false, "the operator names no such command any more");
    }
    if (!places.tryAcquire(command.get().timeout().toMillis(), TimeUnit.MILLISECONDS)) {
      return new Result(false, "others took all the time that it had");
    }
    try {
      return run(command.get(), site);
    } finally {
      places.release();
    }
  }

  private Result run(CheckCommand command, Site site) throws InterruptedException {
    // A mark of its own: to end it must not end the program of the run, which may wait for it.
    var mark = RunId.random(RunId.Prefix.AGENT, random);
    // Called as those of runs are, so that what is left of it is found after a crash.
    var own = folders.resolve(mark + "-0");
    try {
      Files.createDirectories(own.resolve("tmp"));
      var files = new Spawn.Files(own.resolve("in"), own.resolve("out"), own.resolve("out"));
      Files.createFile(files.input());
      Files.createFile(files.output());
      // Before it begins: later it may put something else there that it may not read itself.
      try (var output = new RandomAccessFile(files.output().toFile(), "r")) {
        var spawn = spawn(command, mark, site.folder(), files, own.resolve("tmp"));
        var inside = spawn.inside(walls.around(spawn, site.confinement(), own));
        return await(command, supervisor.start(inside), output, site.moot());
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "its folder cannot be used: " + e.getMessage(), e);
    } finally {
      remove(own);
    }
  }

  private Spawn spawn(
      CheckCommand command, RunId mark, Path folder, Spawn.Files files, Path temporary) {
    var words = new java.util.ArrayList<>(command.command());
    words.set(0, program(words.getFirst(), folder).toString());
    var seen = new HashMap<String, String>();
    environment.forEach(
        (key, value) -> {
          if (SEEN.contains(key)) {
            seen.put(key, value);
          }
        });
    seen.put("LC_ALL", "C.UTF-8");
    seen.put("TMPDIR", temporary.toString());
    seen.put("CI", "true");
    return new Spawn(mark, words, folder, seen, files, LIMITS);
  }

  /// A name is looked for on the `PATH`; with a slash it is in the folder of the run.
  private Path program(String name, Path folder) {
    if (name.contains("/")) {
      return folder.resolve(name);
    }
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(it -> it.startsWith("/"))
        .map(it -> Path.of(it, name))
        .filter(it -> Files.isExecutable(it) && !Files.isDirectory(it))
        .findFirst()
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "There is no program '%s' on the PATH of the daemon.".formatted(name)));
  }

  private static Result await(
      CheckCommand command, Child child, RandomAccessFile output, BooleanSupplier moot)
      throws InterruptedException {
    Optional<Integer> exit = Optional.empty();
    boolean over = false;
    try {
      long deadline = System.nanoTime() + command.timeout().toNanos();
      while (exit.isEmpty() && !over && System.nanoTime() < deadline) {
        var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        exit = child.awaitExit(left.compareTo(LOOK) < 0 ? left : LOOK);
        over = exit.isEmpty() && moot.getAsBoolean();
      }
    } finally {
      child.end(Signal.TERMINATE, GRACE);
    }
    var how =
        exit.map("it ended with %d"::formatted)
            .orElse(
                over
                    ? "it was ended, because the run has ended"
                    : "it took longer than %d s".formatted(command.timeout().toSeconds()));
    var last = last(output);
    return new Result(
        exit.equals(Optional.of(0)), last.isEmpty() ? how : how + ", and last said: " + last);
  }

  /// The end of what it printed, on one line.
  private static String last(RandomAccessFile in) {
    try {
      return LastWords.of(in, END_OF_OUTPUT).replaceAll("\\R+", " ⏎ ");
    } catch (IOException e) {
      return "";
    }
  }

  private static void remove(Path folder) {
    try {
      Removal.of(folder);
    } catch (IOException e) {
      // What is left goes when the folder of all of them is emptied.
    }
  }
}
