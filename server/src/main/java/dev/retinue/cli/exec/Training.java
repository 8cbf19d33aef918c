package dev.retinue.cli.exec;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import dev.retinue.process.Spawn;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Lets an agent rehearse in a JVM of its own, which records the classes that its first answer
/// needs. The agent's work is not done.
///
/// @param home of the distribution
/// @param environment of this process, of which the agent gets little
record Training(Path home, Map<String, String> environment) {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final List<String> PASSED_ON =
      List.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR");

  /// Written beside its place, forced to disk and then moved: a start sees a whole cache or none.
  void run(Path made, String main) throws IOException, InterruptedException {
    var workshop = Files.createTempDirectory(made.getParent(), "draft");
    try {
      var draft = workshop.resolve("agent.aot");
      var nothing = Files.createFile(workshop.resolve("input"));
      var output = workshop.resolve("output");
      var errors = workshop.resolve("errors");
      int exitCode =
          ChildProcess.run(
              command(made, main, draft),
              workshop,
              passedOn(),
              new Spawn.Files(nothing, output, errors),
              LIMIT);
      if (exitCode != 0 || !Files.exists(draft)) {
        throw new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "the JVM made no cache for %s (exit code %d): %s"
                .formatted(main, exitCode, Files.readString(errors).strip()));
      }
      try (var file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        file.force(true);
      }
      Files.move(
          draft,
          made.resolve("agent.aot"),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Sweep.delete(workshop);
    }
  }

  private List<String> command(Path made, String main, Path draft) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "@" + home.resolve("agent.jvm"),
        "-XX:AOTCacheOutput=" + draft,
        "-Dretinue.sdk.rehearsal=true",
        "-cp",
        home.resolve("lib/retinue-sdk.jar") + ":" + made.resolve("agent.jar"),
        main);
  }

  private Map<String, String> passedOn() {
    var few = new TreeMap<>(environment);
    few.keySet().retainAll(PASSED_ON);
    return few;
  }
}
