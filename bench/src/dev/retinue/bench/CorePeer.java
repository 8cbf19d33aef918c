package dev.retinue.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Programs on the core of the product, without a surface: they are told on a line what to do, and
/// answer with numbers on a line.
final class CorePeer {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Distribution distribution;
  private final String classPath;

  private CorePeer(Distribution distribution, String classPath) {
    this.distribution = distribution;
    this.classPath = classPath;
  }

  static CorePeer build(Distribution distribution) throws IOException, InterruptedException {
    var jars =
        Workshop.filesBelow(distribution.folder().resolve("lib")).stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    var built =
        Workshop.build(
            "core",
            "both",
            distribution.folder().getFileName().toString(),
            copy -> {
              var words = new ArrayList<>(List.of("-cp", jars, "-d", copy + "/classes"));
              Workshop.filesBelow(copy).forEach(file -> words.add(file.toString()));
              var javac = Distribution.JDK.resolve("bin/javac");
              Workshop.run("javac", Command.of(javac, words.toArray(String[]::new)));
            });
    return new CorePeer(distribution, built.resolve("classes") + File.pathSeparator + jars);
  }

  static Path newFolder() throws IOException {
    return Files.createTempDirectory(Scratch.folder(), "data");
  }

  Worker start(String program, Path folder, String... arguments) throws IOException {
    var words =
        Stream.concat(
                Stream.of(
                    distribution.daemonFlags(),
                    "-cp",
                    classPath,
                    "dev.retinue.bench.peer." + program,
                    folder.toString()),
                Stream.of(arguments))
            .toArray(String[]::new);
    return new Worker(Child.startTalking(program, Command.of(Distribution.java(), words)));
  }

  /// One of these programs, at work.
  record Worker(Child child) implements AutoCloseable {
    List<Double> ask(String line) throws IOException {
      var answer =
          child.ask(line, said -> !said.isEmpty() && Character.isDigit(said.charAt(0)), LIMIT);
      return Stream.of(answer.split(" ")).map(Double::valueOf).toList();
    }

    @Override
    public void close() {
      child.close();
    }
  }
}
