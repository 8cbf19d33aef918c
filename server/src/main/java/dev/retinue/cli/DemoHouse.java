package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.function.Supplier;

/// A data directory and a daemon for one demonstration, which nobody else configures.
final class DemoHouse implements AutoCloseable {
  private static final Set<String> OF_THE_LAUNCHER = Set.of("RETINUE_HOME", "RETINUE_JVM_FOLDERS");
  private static final long PATIENCE_SECONDS = 10;

  private final Path folder;
  private final Daemons daemons;
  private final Api api;

  private DemoHouse(Path folder, Daemons daemons, Api api) {
    this.folder = folder;
    this.daemons = daemons;
    this.api = api;
  }

  /// @param configuration of this house alone
  /// @param variables for its daemon, beside those of whoever watches
  static DemoHouse open(
      String configuration, Map<String, String> variables, Consumer<String> progress)
      throws InterruptedException {
    var place = Path.of(System.getProperty("java.io.tmpdir"));
    Supplier<Path> launcher = () -> Install.of(System.getProperties()).launcher();
    return open(place, launcher, configuration, variables, progress);
  }

  /// @param place where its folder is made
  /// @param launcher of its daemon
  static DemoHouse open(
      Path place,
      Supplier<Path> launcher,
      String configuration,
      Map<String, String> variables,
      Consumer<String> progress)
      throws InterruptedException {
    try {
      var folder = Files.createTempDirectory(place, "retinue-demo");
      var config = folder.resolve("retinue.yaml");
      var environment = new HashMap<>(System.getenv());
      environment.keySet().removeIf(DemoHouse::isOfAnotherHouse);
      environment.put("RETINUE_CONFIG", config.toString());
      environment.putAll(variables);
      var daemons =
          new Daemons(
              folder.resolve("data"), launcher, Version.number(), Version.build(), environment);
      // Nothing of it is left behind either when somebody presses Ctrl-C, also while it starts.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(folder, daemons), "demo"));
      try {
        Files.writeString(config, configuration);
        return new DemoHouse(folder, daemons, Api.to(daemons.require(progress)));
      } catch (IOException | RuntimeException | InterruptedException e) {
        end(folder, daemons);
        throw e;
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "there is no room for a demonstration: %s".formatted(e.getMessage()),
          e);
    }
  }

  Daemons daemons() {
    return daemons;
  }

  Api api() {
    return api;
  }

  /// Settings above the file, tokens of other daemons, and a fleet that somebody works with.
  private static boolean isOfAnotherHouse(String variable) {
    return variable.startsWith("CODER_")
        || (variable.startsWith("RETINUE_") && !OF_THE_LAUNCHER.contains(variable));
  }

  @Override
  public void close() {
    end(folder, daemons);
  }

  /// Ends what was started, as far as it has come, and removes the folder.
  private static void end(Path folder, Daemons daemons) {
    if (!Files.exists(folder)) {
      return;
    }
    var process = daemons.find().flatMap(it -> ProcessHandle.of(it.pid())).or(daemons::started);
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
    } catch (IOException | UncheckedIOException | ExecutionException | TimeoutException _) {
      // What is left is in the folder for what is temporary.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
