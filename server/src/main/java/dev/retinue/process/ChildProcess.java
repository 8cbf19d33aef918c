package dev.retinue.process;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A program that is run to its end within a time limit, or left to itself. The only
/// `ProcessBuilder` of the server.
public final class ChildProcess {
  private static final String NOTHING = File.separatorChar == '/' ? "/dev/null" : "NUL";
  private static final Duration TO_END = Duration.ofSeconds(3);

  private ChildProcess() {}

  /// Runs the command with nothing on its standard input and all its output in the file, and
  /// returns its exit code. At the time limit the program and everything that it started is killed.
  public static int run(List<String> command, Path output, Duration limit)
      throws InterruptedException {
    var builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    return run(builder, command, limit);
  }

  /// The same with this environment alone, on these files.
  public static int run(
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Spawn.Files files,
      Duration limit)
      throws InterruptedException {
    return run(builder(command, directory, environment, files), command, limit);
  }

  private static int run(ProcessBuilder builder, List<String> command, Duration limit)
      throws InterruptedException {
    var process = start(builder, command);
    try {
      process.getOutputStream().close();
      if (!awaitEnd(process, limit)) {
        throw new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "%s did not finish within %d seconds".formatted(command.getFirst(), limit.toSeconds()));
      }
      return process.exitValue();
    } catch (IOException e) {
      throw failed(command, e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /// By looking, and not by being told: see [Sacrifice].
  private static boolean awaitEnd(Process process, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    for (int pause = 1; process.isAlive(); pause = Math.min(20, pause + 1)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.sleep(pause);
    }
    return true;
  }

  /// Starts a program that outlives this one: nothing on its standard input, all its output at the
  /// end of the file, and this environment alone.
  public static Process startDetached(
      List<String> command, Path directory, Map<String, String> environment, Path output) {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder
        .redirectErrorStream(true)
        .redirectInput(Path.of(NOTHING).toFile())
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    return start(builder, command);
  }

  /// Starts a program to speak with over its standard streams, with this environment alone. Whoever
  /// starts it ends it.
  ///
  /// @param errors where its complaints go
  public static Process startPiped(
      List<String> command, Path directory, Map<String, String> environment, Path errors) {
    return start(builder(command, directory, environment, Spawn.Files.piped(errors)), command);
  }

  /// Ends a program that was spoken with, and everything that it has not let go.
  public static void end(Process process) throws InterruptedException {
    var below = process.descendants().toList();
    process.destroy();
    if (!awaitEnd(process, TO_END)) {
      below.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /// What starts a program with its environment alone, on its files. All is made ready here: who
  /// starts it may not be able to read our own classes any more.
  ///
  /// @param command what stands before it too
  /// @param environment with what was added to it
  static Supplier<Process> starting(
      Spawn spawn, List<String> command, Map<String, String> environment) {
    var builder = builder(command, spawn.directory(), environment, spawn.files());
    return () -> start(builder, spawn.command());
  }

  private static ProcessBuilder builder(
      List<String> command, Path directory, Map<String, String> environment, Spawn.Files files) {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder
        .redirectInput(
            files.open() || files.piped()
                ? ProcessBuilder.Redirect.PIPE
                : ProcessBuilder.Redirect.from(files.input().toFile()))
        .redirectOutput(
            files.piped()
                ? ProcessBuilder.Redirect.PIPE
                : ProcessBuilder.Redirect.appendTo(files.output().toFile()))
        .redirectError(ProcessBuilder.Redirect.appendTo(files.errors().toFile()));
    return builder;
  }

  private static Process start(ProcessBuilder builder, List<String> meant) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw failed(meant, e);
    }
  }

  private static RetinueException failed(List<String> command, IOException cause) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "%s cannot be run: %s".formatted(command.getFirst(), cause.getMessage()),
        cause);
  }
}
