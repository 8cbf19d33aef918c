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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A data directory and a daemon for one demonstration, without any configuration.
record DemoHouse(Path folder, Daemons daemons, Api api) implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  static DemoHouse open(Consumer<String> progress) throws InterruptedException {
    try {
      var folder = Files.createTempDirectory("retinue-demo");
      var config = Files.writeString(folder.resolve("empty.yaml"), "");
      var environment = new HashMap<>(System.getenv());
      environment.put("RETINUE_CONFIG", config.toString());
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
