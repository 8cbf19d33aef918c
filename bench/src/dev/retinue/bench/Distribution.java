package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// What `./retinue` starts: the built jars and the flags of their JVMs.
record Distribution(Path folder) {
  static final Path CLONE = Path.of("").toAbsolutePath();
  static final Path JDK = Path.of(System.getProperty("java.home"));
  static final Map<String, String> SAME_JDK = Map.of("JAVA_HOME", JDK.toString());

  private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);

  /// The launcher builds a clone that needs it, which must not happen within a round.
  static Distribution current() throws IOException, InterruptedException {
    Harness.say("building Retinue, if it must be");
    try (var launcher = Child.start("the build", retinue("--version"))) {
      launcher.awaitEnd(BUILD_LIMIT);
    }
    var build = Files.readString(CLONE.resolve("build/current")).strip();
    return new Distribution(CLONE.resolve("build", build));
  }

  static Command retinue(String... arguments) {
    return Command.of(CLONE.resolve("retinue"), arguments).in(SAME_JDK);
  }

  /// What `./retinue` runs, started without a look at the sources, which may change meanwhile.
  Command installed(Map<String, String> settings, String... arguments) {
    var environment = new HashMap<>(SAME_JDK);
    environment.putAll(settings);
    return Command.of(folder.resolve("retinue"), arguments).in(environment);
  }

  static Path java() {
    return JDK.resolve("bin/java");
  }

  /// The flags of what clients start.
  String frontFlags() {
    return "@" + folder.resolve("front.jvm");
  }

  /// The flags of what serves for days.
  String daemonFlags() {
    return "@" + folder.resolve("daemon.jvm");
  }
}
