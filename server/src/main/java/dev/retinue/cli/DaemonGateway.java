package dev.retinue.cli;

import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.front.Front;
import dev.retinue.cli.front.Hello;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.ProviderKeys;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How a front comes to its daemon, and what it says of itself there.
final class DaemonGateway implements Front.Gateway {
  private final Daemons daemons;
  private final Map<String, String> environment;
  private final Path directory;
  private final Consumer<String> progress;
  private final Hello.@Nullable Only only;

  /// @param directory where the client was started
  DaemonGateway(
      Daemons daemons, Map<String, String> environment, Path directory, Consumer<String> progress) {
    this(daemons, environment, directory, progress, null);
  }

  /// @param only whom alone the client wants to speak with
  DaemonGateway(
      Daemons daemons,
      Map<String, String> environment,
      Path directory,
      Consumer<String> progress,
      Hello.@Nullable Only only) {
    this.only = only;
    this.daemons = daemons;
    this.environment = environment;
    this.directory = directory;
    this.progress = progress;
  }

  @Override
  public Front.Place require() {
    try {
      var daemon = daemons.require(progress);
      var hello =
          new Hello(
              Version.number(),
              daemon.token(),
              directory.toString(),
              ProviderKeys.pick(environment),
              only);
      return new Front.Place(new DataFolder(daemons.data().toRealPath()).door(), hello);
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The data directory %s cannot be read: %s.".formatted(daemons.data(), e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, "Retinue is being stopped.", e);
    }
  }
}
