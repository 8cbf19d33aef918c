package dev.retinue.runtime.llm.server;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.ServerState;
import dev.retinue.core.tool.ServerState.Phase;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.mcp.client.McpClientException;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One server at work for one run or for all: begun when somebody needs it, and begun again when it
/// has broken, after a while.
final class Server implements AutoCloseable {
  /// Whoever would have to wait longer is told so instead.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ToolServer spec;
  private final Seat seat;
  private final Opening opening;
  private final InstantSource clock;

  /// Held while it begins: whoever comes meanwhile waits, and finds it there.
  private final ReentrantLock beginning = new ReentrantLock();

  // What others see without waiting.
  private volatile @Nullable Link link;
  private volatile Listing known = Listing.NONE;
  private volatile BackOff backOff = BackOff.NONE;
  private volatile @Nullable String error;
  private volatile @Nullable RetinueException refusal;
  private volatile boolean starting;
  private volatile boolean closed;
  private final AtomicInteger tries = new AtomicInteger();
  private final AtomicInteger restarts = new AtomicInteger();

  Server(ToolServer spec, Seat seat, Opening opening) {
    this.spec = spec;
    this.seat = seat;
    this.opening = opening;
    this.clock = opening.clock();
  }

  ToolServer spec() {
    return spec;
  }

  /// What it offers, as far as is known.
  Listing listing() {
    var open = link;
    return open == null ? known : open.listing();
  }

  ServerState.Health health() {
    var open = link;
    return new ServerState.Health(
        phase(open), error, restarts.get(), open == null ? null : open.pid());
  }

  private Phase phase(@Nullable Link open) {
    if (starting) {
      return Phase.STARTING;
    }
    if (open != null && open.brokenAt().isEmpty()) {
      return Phase.READY;
    }
    if (open == null && error == null) {
      return Phase.IDLE;
    }
    boolean waits = open != null || !backOff.left(clock.instant()).isZero();
    return waits ? Phase.BACKING_OFF : Phase.FAILED;
  }

  /// Makes sure that it is there, or refuses. A run does not begin later because of one that did
  /// not begin a moment ago.
  void prepare() throws InterruptedException {
    var failed = refusal;
    if (failed != null && !backOff.left(clock.instant()).isZero()) {
      throw failed;
    }
    var _ = require();
  }

  private Link require() throws InterruptedException {
    int before = tries.get();
    beginning.lockInterruptibly();
    try {
      if (closed) {
        throw unavailable("it has been closed");
      }
      var open = link;
      if (open != null && open.brokenAt().isEmpty()) {
        return open;
      }
      var failed = refusal;
      if (tries.get() != before && failed != null) {
        throw failed; // Somebody has just tried, while this one waited.
      }
      letGo();
      awaitTurn();
      return begin();
    } finally {
      beginning.unlock();
    }
  }

  /// What has broken is put away.
  private void letGo() {
    var broken = link;
    if (broken != null) {
      link = null;
      known = broken.listing();
      backOff = backOff.broken(broken.since(), broken.brokenAt().orElseGet(clock::instant));
      if (error == null) {
        error = "It has ended%s.".formatted(broken.end());
      }
      broken.close();
      restarts.incrementAndGet();
    }
  }

  private void awaitTurn() throws InterruptedException {
    var left = backOff.left(clock.instant());
    if (left.compareTo(PATIENCE) > 0) {
      throw unavailable(
          "it broke, and is tried again in %d s (%s)".formatted(left.toSeconds(), error));
    }
    Thread.sleep(left);
  }

  private Link begin() throws InterruptedException {
    starting = true;
    tries.incrementAndGet();
    try {
      var fresh = opening.open(spec, seat);
      link = fresh;
      known = fresh.listing();
      error = null;
      refusal = null;
      return fresh;
    } catch (RetinueException e) {
      error = e.getMessage();
      refusal = e;
      backOff = backOff.broken(clock.instant());
      throw e;
    } finally {
      starting = false;
    }
  }

  private RetinueException unavailable(String why) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The tool server '%s' is not there: %s.".formatted(spec.name(), why));
  }

  /// Calls a tool. Whatever goes wrong is a result that says so.
  Result call(String tool, ObjectNode input) throws InterruptedException {
    Link open;
    try {
      open = require();
    } catch (RetinueException e) {
      return Result.failure(e.getMessage() + " The tool was not called.");
    }
    try {
      return Results.of(open.call(tool, input), open::withoutKeys);
    } catch (RpcException e) {
      return Result.failure(
          "The tool server '%s' refused the call (%d): %s"
              .formatted(
                  spec.name(),
                  e.error().code(),
                  Excerpt.of(open.masked(e.error().message()), 1_000)));
    } catch (TimeoutException e) {
      return Result.failure(silent(open));
    } catch (McpClientException e) {
      return broken(open, e);
    }
  }

  private Result broken(Link open, McpClientException why) throws InterruptedException {
    var said = Excerpt.of(open.masked(String.valueOf(why.getMessage())), 500);
    return switch (why.reason()) {
      case INTERRUPTED -> {
        Thread.interrupted();
        throw new InterruptedException(said);
      }
      case TIMED_OUT -> Result.failure(silent(open));
      case TOO_LONG ->
          Result.failure(
              "The tool has answered, and too much to be read: %s. Ask it for less."
                  .formatted(said));
      case REFUSED, CANCELLED ->
          Result.failure("The tool server '%s' refused the call: %s.".formatted(spec.name(), said));
      case UNREACHABLE -> {
        lose(open, said);
        yield Result.failure(
            "The tool server '%s' cannot be reached: %s. The tool was not called."
                .formatted(spec.name(), said));
      }
      case BROKEN, SESSION_ENDED, CLOSED -> {
        var sentence = said + open.end();
        lose(open, sentence);
        yield Result.failure(
            "The tool server '%s' broke in the middle of the call: %s. Whether the tool did its work is not known."
                .formatted(spec.name(), Excerpt.of(sentence, 1_000)));
      }
    };
  }

  /// Who does not answer a ping either hangs, and is begun anew.
  private String silent(Link open) throws InterruptedException {
    var sentence =
        "The tool did not answer within %s s. Whether it did its work is not known."
            .formatted(
                BigDecimal.valueOf(spec.timeout().toMillis(), 3)
                    .stripTrailingZeros()
                    .toPlainString());
    if (!open.answers()) {
      lose(open, "It hangs");
      open.close();
    }
    return sentence;
  }

  private void lose(Link broken, String why) {
    error = why + ".";
    broken.broke();
  }

  /// Leaves it until somebody needs it again. What is to be closed of it, if it is there.
  Optional<Link> leave() {
    if (!beginning.tryLock()) {
      return Optional.empty();
    }
    try {
      var open = link;
      if (open == null || open.brokenAt().isPresent()) {
        return Optional.empty();
      }
      known = open.listing();
      link = null;
      return Optional.of(open);
    } finally {
      beginning.unlock();
    }
  }

  void tidy() {
    var open = link;
    if (open != null) {
      open.tidy();
    }
  }

  /// Ends it for good.
  @Override
  public void close() {
    closed = true;
    beginning.lock();
    try {
      var open = link;
      link = null;
      if (open != null) {
        known = open.listing();
        open.close();
      }
    } finally {
      beginning.unlock();
    }
  }
}
