package dev.retinue.sdk;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Another program that is run to its end. At its deadline, or when the thread that waits for it is
/// interrupted, it is ended with everything that it has started.
///
/// @param environment all that it gets
/// @param mostBytes how much is kept of what it says: the beginning of its output, the end of its
///   errors
/// @param grace how long it may take to end itself after SIGTERM
record Child(
    List<String> command,
    Map<String, String> environment,
    Path directory,
    Duration deadline,
    int mostBytes,
    Duration grace) {
  static final Duration GRACE = Duration.ofSeconds(5);

  /// What the streams of a program that has ended may still bring. They end with it, unless it left
  /// somebody behind who has them too.
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  Child {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  Child(
      List<String> command,
      Map<String, String> environment,
      Path directory,
      Duration deadline,
      int mostBytes) {
    this(command, environment, directory, deadline, mostBytes, GRACE);
  }

  /// How it ended.
  ///
  /// @param cut whether there was more output than was kept
  /// @param timedOut whether it was ended because of its deadline
  record Ended(int exitCode, String output, String errors, boolean cut, boolean timedOut) {}

  /// Where the program of this name is, in the folders that the environment names.
  static Optional<Path> find(String program, Map<String, String> environment) {
    var endings = File.separatorChar == '/' ? List.of("") : List.of(".exe", ".cmd", ".bat");
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(folder -> !folder.isBlank())
        .flatMap(folder -> endings.stream().map(ending -> Path.of(folder, program + ending)))
        .filter(Path::isAbsolute)
        .filter(path -> Files.isExecutable(path) && !Files.isDirectory(path))
        .findFirst();
  }

  Ended run() throws InterruptedException {
    return run(new byte[0], _ -> {});
  }

  /// @param input what it hears, before the end of its standard input
  /// @param errorLines hears its errors line by line, while it runs
  Ended run(byte[] input, Consumer<String> errorLines) throws InterruptedException {
    var process = ChildProcess.start(this, input.length > 0);
    var output = Captured.beginning(mostBytes);
    var errors = Captured.end(mostBytes, errorLines);
    try {
      tell(process, input);
      var readers =
          List.of(
              thread("output", process, () -> output.drain(process.getInputStream())),
              thread("errors", process, () -> errors.drain(process.getErrorStream())));
      boolean timedOut = !process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS);
      if (timedOut) {
        new ProcessTree(process).end(grace);
      }
      for (var reader : readers) {
        var _ = reader.join(LAST_WORDS);
      }
      int exitCode = process.isAlive() ? 128 + 9 : process.exitValue();
      return new Ended(exitCode, output.text(), errors.text(), output.cut(), timedOut);
    } finally {
      if (process.isAlive()) {
        new ProcessTree(process).end(grace);
      }
      ChildProcess.forget(process);
    }
  }

  /// In a thread of its own: it may not listen, or not before it has said something.
  private static void tell(Process process, byte[] input) {
    if (input.length > 0) {
      thread(
          "input",
          process,
          () -> {
            try (var hears = process.getOutputStream()) {
              hears.write(input);
            } catch (IOException e) {
              // It does not want to hear more.
            }
          });
    }
  }

  private static Thread thread(String stream, Process process, Runnable work) {
    return Thread.ofPlatform()
        .name("child-%d-%s".formatted(process.pid(), stream))
        .daemon()
        .start(work);
  }

  /// Without the environment, which has secrets in it.
  @Override
  public String toString() {
    return "Child[" + command.getFirst() + "]";
  }
}
