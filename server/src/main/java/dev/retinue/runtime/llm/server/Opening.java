package dev.retinue.runtime.llm.server;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.ToolServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Opens links within a time limit, in a thread of their own. One that comes too late is closed.
record Opening(Grounds grounds, InstantSource clock, Duration limit) {
  /// It may have to be downloaded first.
  static final Duration USUAL_LIMIT = Duration.ofSeconds(60);

  Link open(ToolServer server, Seat seat) throws InterruptedException {
    var opened = new CompletableFuture<Link>();
    var thread =
        Thread.ofVirtual()
            .name("begin-tool-server-" + server.name())
            .start(() -> open(server, seat, opened));
    try {
      return opened.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return late(server, opened, thread);
    } catch (InterruptedException e) {
      if (!opened.completeExceptionally(e)) {
        var _ = opened.thenAccept(Link::close);
      }
      thread.interrupt();
      throw e;
    } catch (ExecutionException e) {
      throw refusal(server, e.getCause());
    }
  }

  private void open(ToolServer server, Seat seat, CompletableFuture<Link> opened) {
    try {
      var link = Link.open(server, grounds, seat, clock);
      if (!opened.complete(link)) {
        link.close();
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      opened.completeExceptionally(e);
    }
  }

  private Link late(ToolServer server, CompletableFuture<Link> opened, Thread thread) {
    var refusal =
        new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "The tool server '%s' did not begin within %d s."
                .formatted(server.name(), limit.toSeconds()));
    if (opened.completeExceptionally(refusal)) {
      thread.interrupt();
      throw refusal;
    }
    try {
      return opened.join();
    } catch (RuntimeException e) {
      throw refusal(server, e.getCause());
    }
  }

  private static RetinueException refusal(ToolServer server, @Nullable Throwable cause) {
    return cause instanceof RetinueException refusal
        ? refusal
        : new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "The tool server '%s' does not begin: %s".formatted(server.name(), cause),
            cause);
  }
}
