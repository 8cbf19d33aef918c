package dev.retinue.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A program with its arguments, and what its environment has besides our own.
record Command(List<String> words, Map<String, String> environment) {
  Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  static Command of(Path program, String... arguments) {
    var words = Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
    return new Command(words, Map.of());
  }

  Command in(Map<String, String> variables) {
    return new Command(words, variables);
  }

  static Optional<Path> findOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, program).toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst();
  }
}
