package dev.retinue.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// A running program. Whatever is awaited of it has a deadline, and its output never blocks it.
final class Child implements AutoCloseable {
  private static final int TAIL = 2_000;

  private final String name;
  private final Path log;
  private final long begun;
  private final Process process;

  private Child(String name, Path log, ProcessBuilder builder) {
    this.name = name;
    this.log = log;
    this.begun = System.nanoTime();
    try {
      this.process = builder.start();
    } catch (IOException e) {
      throw new BenchException(name + " cannot be started: " + e.getMessage());
    }
  }

  /// Starts a program that is not spoken to: its input is empty, and all its output goes to a log.
  static Child start(String name, Command command) throws IOException {
    var log = newLog();
    var builder = builder(command, log).redirectErrorStream(true);
    var child = new Child(name, log, builder.redirectOutput(Redirect.appendTo(log.toFile())));
    child.process.getOutputStream().close();
    return child;
  }

  /// Starts a program that answers lines with lines. Who starts it must `ask` until it is closed.
  static Child startTalking(String name, Command command) throws IOException {
    var log = newLog();
    return new Child(name, log, builder(command, log));
  }

  private static Path newLog() throws IOException {
    return Files.createTempFile(Scratch.folder(), "child", ".log");
  }

  private static ProcessBuilder builder(Command command, Path log) {
    var builder = new ProcessBuilder(command.words()).directory(Scratch.folder().toFile());
    builder.environment().putAll(command.environment());
    return builder.redirectError(Redirect.appendTo(log.toFile()));
  }

  Duration age() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  void awaitEnd(Duration limit) throws IOException, InterruptedException {
    if (!process.waitFor(limit)) {
      throw failure("did not end within " + limit.toSeconds() + " s");
    }
    if (process.exitValue() != 0) {
      throw failure("ended with exit code " + process.exitValue());
    }
  }

  /// Writes a line to the program and returns the first line from it that is an answer.
  String ask(String line, Predicate<String> isAnswer, Duration limit) throws IOException {
    return ask(List.of(line), isAnswer, limit).getFirst();
  }

  /// Writes lines to the program and returns as many answers, in the order in which they come.
  List<String> ask(List<String> lines, Predicate<String> isAnswer, Duration limit)
      throws IOException {
    long asked = System.nanoTime();
    var deadline = Thread.ofVirtual().name("deadline of " + name).start(() -> destroyAfter(limit));
    var answers = new ArrayList<String>(lines.size());
    try {
      process.outputWriter().append(String.join("\n", lines)).append('\n').flush();
      var output = process.inputReader();
      while (answers.size() < lines.size()) {
        var said = output.readLine();
        if (said == null) {
          break;
        }
        if (isAnswer.test(said)) {
          answers.add(said);
        } else {
          Files.writeString(log, said + "\n", StandardOpenOption.APPEND);
        }
      }
    } catch (IOException e) {
      // It is gone, and its log tells why.
    } finally {
      deadline.interrupt();
    }
    if (answers.size() == lines.size()) {
      return answers;
    }
    if (System.nanoTime() - asked < limit.toNanos()) {
      throw failure("ended before it answered");
    }
    throw failure("did not answer within " + limit.toSeconds() + " s");
  }

  /// Ends the program and all that it has started.
  @Override
  public void close() {
    destroy();
    try {
      process.waitFor(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void destroyAfter(Duration limit) {
    try {
      if (!process.waitFor(limit)) {
        destroy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void destroy() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /// All that it has said so far, if it is not spoken to.
  String said() throws IOException {
    return Files.readString(log);
  }

  double cpuSeconds() {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  /// What its threads have had of the cores so far, as Linux tells it.
  double cpuMillis() throws IOException {
    long nanos = 0;
    var threads = Path.of("/proc", String.valueOf(process.pid()), "task");
    try (var all = Files.newDirectoryStream(threads)) {
      for (var thread : all) {
        nanos += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
      }
    }
    return nanos / 1e6;
  }

  /// The memory of the process that is in RAM, as Linux tells it.
  double megabytes() throws IOException {
    var status = Path.of("/proc", String.valueOf(process.pid()), "status");
    for (var line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    throw new BenchException("the memory of a process cannot be read on this system");
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /// Tells the program that nothing more is said, and if that does not end it, to end.
  void finish(Duration limit) throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(Duration.ofSeconds(3))) {
      process.destroy();
    }
    if (!process.waitFor(limit)) {
      throw failure("did not end within " + limit.toSeconds() + " s");
    }
  }

  BenchException failure(String what) throws IOException {
    var output = said().strip();
    var tail = output.substring(Math.max(0, output.length() - TAIL));
    return new BenchException(
        "%s %s; the end of its output is: %s"
            .formatted(name, what, tail.isEmpty() ? "(nothing)" : "\n" + tail));
  }
}
