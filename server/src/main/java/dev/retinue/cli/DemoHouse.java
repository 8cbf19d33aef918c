package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A data directory and a daemon for one demonstration, which nobody else configures.
record DemoHouse(Path folder, Daemons daemons, Api api) implements AutoCloseable {
  private static final Set<String> OF_THE_LAUNCHER = Set.of("RETINUE_HOME", "RETINUE_JVM_FOLDERS");
  private static final long PATIENCE_SECONDS = 10;

  /// @param configuration of this house alone
  /// @param variables for its daemon, beside those of whoever watches
  static DemoHouse open(
      String configuration, Map<String, String> variables, Consumer<String> progress)
      throws InterruptedException {
    try {
      var folder = Files.createTempDirectory("retinue-demo");
      var config = Files.writeString(folder.resolve("retinue.yaml"), configuration);
      var environment = new HashMap<>(System.getenv());
      environment.keySet().removeIf(DemoHouse::isOfAnotherHouse);
      environment.put("RETINUE_CONFIG", config.toString());
      environment.putAll(variables);
      var daemons =
          new Daemons(
              folder.resolve("data"),
              () -> Install.of(System.getProperties()).launcher(),
              Version.number(),
              environment);
      return new DemoHouse(folder, daemons, Api.to(daemons.require(progress)));
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "there is no room for a demonstration: %s".formatted(e.getMessage()),
          e);
    }
  }

  /// Settings above the file, tokens of other daemons, and a fleet that somebody works with.
  private static boolean isOfAnotherHouse(String variable) {
    return variable.startsWith("CODER_")
        || (variable.startsWith("RETINUE_") && !OF_THE_LAUNCHER.contains(variable));
  }

  @Override
  public void close() {
    var process = ProcessHandle.of(api.daemon().pid());
    process.ifPresent(ProcessHandle::destroy);
    try {
      if (process.isPresent()) {
        process.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | ExecutionException | TimeoutException _) {
      // What is left is in the folder for what is temporary.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
