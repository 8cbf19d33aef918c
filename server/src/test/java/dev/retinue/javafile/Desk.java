package dev.retinue.javafile;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A folder with agents in it, and a home of its own for whoever starts them.
record Desk(Path folder, Path home) {
  static final Path DIST = Repository.ROOT.resolve("server/target/dist");
  static final Path LAUNCHER = DIST.resolve("retinue");
  static final Path EXAMPLES = Repository.ROOT.resolve("examples/agents");

  /// The shortest useful agent.
  static final String SHOUTER =
      """
      import dev.retinue.sdk.Agent;

      void main(String... args) {
        Agent.named("shouter")
            .describedAs("Says it louder.")
            .needsContext()
            .servesMcp()
            .does(ctx -> ctx.input().strip().toUpperCase())
            .run(args);
      }
      """;

  static Desk in(Path place) {
    try {
      var folder = place.toRealPath();
      Files.createDirectories(folder.resolve("bin"));
      Files.createSymbolicLink(folder.resolve("bin/retinue"), LAUNCHER);
      return new Desk(folder, Files.createDirectories(folder.resolve("home")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Program exec(Path file, Object... words) {
    return at(Program.of(LAUNCHER, "exec", file).saying(words));
  }

  Program java(Object... words) {
    return at(Program.of(Repository.JDK.resolve("bin/java")).saying(words));
  }

  Program at(Program program) {
    return program
        .with("HOME", home)
        .with("JAVA_HOME", Repository.JDK)
        .with("PATH", folder.resolve("bin") + ":/usr/bin:/bin")
        .in(folder)
        .within(Duration.ofMinutes(2));
  }
}
