package dev.retinue.cli;

import dev.retinue.cli.exec.Preparation;
import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.process.OperatorLines;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.javafile.Unchanged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What an agent in one file says of itself when it is asked with `--describe`: a Java file, or any
/// executable that keeps the same conventions. It is asked once, when its owner adds it.
final class SelfDescription {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> OTHERS = List.of(".yaml", ".yml", ".md", ".json");
  private static final List<String> PASSED_ON = List.of("JAVA_HOME", "XDG_CACHE_HOME");
  private static final int LONGEST = 500;

  private final Path file;
  private final Path data;
  private final Terminal terminal;
  private final Map<String, String> environment;

  /// @param data the data directory, in which what it prints is kept for a moment
  SelfDescription(Path file, Path data, Terminal terminal, Map<String, String> environment) {
    this.file = file.toAbsolutePath().normalize();
    this.data = data;
    this.terminal = terminal;
    this.environment = environment;
  }

  /// Whether this file is an agent itself, and not one that agents are written in.
  static boolean isFor(Path file) {
    var name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return isJava(file)
        || (OTHERS.stream().noneMatch(name::endsWith)
            && Files.isRegularFile(file)
            && Files.isExecutable(file));
  }

  private static boolean isJava(Path file) {
    return file.toString().endsWith(".java");
  }

  /// What is kept of it, and under which name.
  record Kept(String name, String content) {}

  Kept require() throws InterruptedException {
    try {
      if (!Files.isRegularFile(file)) {
        throw refusal("There is no file '%s'.".formatted(file));
      }
      var json = Json.object().put("file", file.toString()).put("digest", Unchanged.digest(file));
      var uses = json.putObject("uses");
      for (var other : isJava(file) ? warm() : List.<Path>of()) {
        uses.put(other.toString(), Unchanged.digest(other));
      }
      var described = described();
      json.set("description", described);
      return new Kept(described.path("name").asString(""), json.toPrettyString() + "\n");
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "'%s' cannot be read: %s.".formatted(file, e.getMessage()), e);
    }
  }

  private JsonNode described() throws InterruptedException {
    var lines =
        new OperatorLines(
            new Supervisor(data, environment), environment, data.resolve("processes"));
    var result = lines.run(line(), null, "", PATIENCE);
    if (result.exit() == null || result.exit() != 0) {
      throw refusal(
          "%s did not describe itself when it was asked with --describe: %s"
              .formatted(file.getFileName(), said(result)));
    }
    try {
      var json = Json.WIRE.readTree(result.output());
      if (json.path("name").isString() && json.path("description").isString()) {
        return json;
      }
    } catch (JacksonException e) {
      // Said below.
    }
    throw refusal(
        "What %s says with --describe is no description: it must be a JSON object with at least 'name' and 'description'."
            .formatted(file.getFileName()));
  }

  private static String said(OperatorLines.Result result) {
    var words = Harmless.line(result.errors(), LONGEST);
    return result.exit() == null ? words + "." : "exit code %d. %s".formatted(result.exit(), words);
  }

  /// Its errors are shown as javac says them; without a cache it starts all the same.
  ///
  /// @return the other files that it is made of
  private List<Path> warm() throws InterruptedException {
    var install = Install.of(System.getProperties());
    var preparation = new Preparation(install.home(), install.stamp(), environment);
    try {
      var ready =
          preparation
              .prepare(file, terminal.err())
              .orElseThrow(() -> refusal("%s cannot be compiled.".formatted(file.getFileName())));
      if (ready.rehearsable()) {
        preparation.train(ready);
      }
      return ready.sources().stream().filter(it -> !it.equals(file)).toList();
    } catch (RetinueException e) {
      if (e.code() == ErrorCode.INVALID_INPUT) {
        throw e;
      }
      terminal.err().println("retinue: " + e.getMessage());
      return List.of();
    }
  }

  /// By a shell, in which everything is quoted.
  private String line() {
    var variables =
        PASSED_ON.stream()
            .filter(environment::containsKey)
            .map(it -> it + "=" + quoted(environment.getOrDefault(it, "")));
    var command =
        isJava(file)
            ? Stream.of(
                Install.of(System.getProperties()).launcher().toString(), "exec", file.toString())
            : Stream.of(file.toString());
    return Stream.concat(
            Stream.concat(variables.map(it -> "export " + it + ";"), Stream.of("exec")),
            Stream.concat(command.map(SelfDescription::quoted), Stream.of("--describe")))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private static RetinueException refusal(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
