package dev.retinue.runtime.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/// Where a run finds Retinue itself, as an MCP server. It is opened when the daemon listens, which
/// it does only after it has begun to work.
public final class Doorway {
  /// What the server is called for programs.
  public static final String NAME = "retinue";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final CompletableFuture<Opened> opened = new CompletableFuture<>();

  private record Opened(URI address, Function<Run, String> tokenOf) {}

  /// For one run.
  ///
  /// @param token the run's own: what it starts is below it, and with the run it ends
  public record Door(URI address, String token) {
    @Override
    public String toString() {
      return "the door at " + address;
    }
  }

  public void open(URI address, Function<Run, String> tokenOf) {
    opened.complete(new Opened(address, tokenOf));
  }

  /// Where it listens; less than 1 as long as it does not.
  public int port() {
    var door = opened.getNow(null);
    return door == null ? 0 : door.address().getPort();
  }

  /// Nothing as long as it listens nowhere.
  Optional<Door> find(Run run) {
    return Optional.ofNullable(opened.getNow(null))
        .map(it -> new Door(it.address(), it.tokenOf().apply(run)));
  }

  Door require(Run run) throws InterruptedException {
    try {
      var door = opened.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return new Door(door.address(), door.tokenOf().apply(run));
    } catch (TimeoutException | ExecutionException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The agent is to have Retinue as a server (retinue: true), but this Retinue listens at no port; use 'retinue serve'.",
          e);
    }
  }
}
