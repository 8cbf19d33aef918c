package dev.retinue.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A real program about to be run, in an environment that holds nothing but what the test says.
public record Program(
    List<String> command,
    Path directory,
    Map<String, String> environment,
    Duration limit,
    String input) {

  /// What a program said, and how it ended.
  public record Ended(int exitCode, String out, String err) {}

  /// Where a program is that the tests want to use, if it is installed.
  public static Optional<Path> find(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  public static Program of(Object... command) {
    var words = new ArrayList<String>();
    for (var word : command) {
      words.add(word.toString());
    }
    // What else the tester has installed does not join the staff.
    var path = Map.of("PATH", "/usr/bin:/bin", "RETINUE_HIRE_PROGRAMS", "false");
    return new Program(List.copyOf(words), Path.of("."), path, Duration.ofMinutes(1), "");
  }

  public Program with(String variable, Object value) {
    var changed = new LinkedHashMap<>(environment);
    changed.put(variable, value.toString());
    return new Program(command, directory, changed, limit, input);
  }

  public Program in(Path newDirectory) {
    return new Program(command, newDirectory, environment, limit, input);
  }

  public Program within(Duration newLimit) {
    return new Program(command, directory, environment, newLimit, input);
  }

  /// With these words after the others.
  public Program saying(Object... words) {
    var all = new ArrayList<>(command);
    for (var word : words) {
      all.add(word.toString());
    }
    return by(List.copyOf(all));
  }

  public Program by(List<String> newCommand) {
    return new Program(newCommand, directory, environment, limit, input);
  }

  public Program without(String variable) {
    var changed = new LinkedHashMap<>(environment);
    changed.remove(variable);
    return new Program(command, directory, changed, limit, input);
  }

  public Program hearing(String newInput) {
    return new Program(command, directory, environment, limit, newInput);
  }

  public Running start() {
    try {
      var out = Files.createTempFile("program", ".out");
      var err = Files.createTempFile("program", ".err");
      out.toFile().deleteOnExit();
      err.toFile().deleteOnExit();
      var builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      var process = builder.start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      return new Running(this, process, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Ended run() {
    return start().await();
  }

  /// A program that has been started. Whoever starts it awaits it or kills it.
  public record Running(Program program, Process process, Path out, Path err) {

    public Ended await() {
      try {
        if (!process.waitFor(program.limit().toMillis(), TimeUnit.MILLISECONDS)) {
          throw new AssertionError(
              "%s did not end within %s; it said: %s%s"
                  .formatted(program.command(), program.limit(), text(out), text(err)));
        }
        return new Ended(process.exitValue(), text(out), text(err));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting for " + program.command(), e);
      } finally {
        kill();
        out.toFile().delete();
        err.toFile().delete();
      }
    }

    /// Waits until the program has said something that has this in it.
    public Matcher awaitOutput(Pattern pattern) {
      var deadline = Instant.now().plus(program.limit());
      while (process.isAlive() && Instant.now().isBefore(deadline)) {
        var matcher = pattern.matcher(text(out));
        if (matcher.find()) {
          return matcher;
        }
        try {
          process.waitFor(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
      }
      kill();
      throw new AssertionError(
          "%s did not say %s but: %s%s"
              .formatted(program.command(), pattern, text(out), text(err)));
    }

    /// Ends the program and everything that it started, at once.
    public void kill() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }

    private static String text(Path file) {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
