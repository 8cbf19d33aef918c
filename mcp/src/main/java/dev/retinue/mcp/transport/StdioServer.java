package dev.retinue.mcp.transport;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Exchange;
import dev.retinue.mcp.era.RunningCalls;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A server on a pair of streams: one message a line, both eras on the same lines.
public final class StdioServer {
  public static final int MOST_AT_ONCE = 256;
  public static final RpcError TOO_MANY =
      RpcError.limit(
          "fixed.requests-per-connection",
          MOST_AT_ONCE,
          "one of its requests is answered",
          "There are %d requests at work, and there may not be more; wait for some."
              .formatted(MOST_AT_ONCE));

  /// Several connections of one process are several sessions.
  private static final AtomicLong CONNECTIONS = new AtomicLong();

  /// In the `data` of an error: nothing was done, and the next server will take it.
  public static final String AGAIN = "dev.retinue/again";

  private static final RpcError TOO_LATE =
      new RpcError(
          RpcError.INTERNAL_ERROR,
          "The server is being stopped and takes no new work",
          Json.object().put(AGAIN, true));

  private final Eras eras;
  private final Caller caller;
  private final LineReader in;
  private final OutputStream out;
  private final Duration lastMoment;
  private final Toll toll;
  private final RunningCalls calls = new RunningCalls();
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);
  private volatile boolean retired;
  private final String session = "stdio-" + CONNECTIONS.incrementAndGet();

  /// What each request has to pass.
  @FunctionalInterface
  public interface Toll {
    /// Why it is refused, if it is.
    Optional<RpcError> take(Caller caller);
  }

  public StdioServer(Eras eras, Caller caller, InputStream in, OutputStream out) {
    this(eras, caller, in, out, Duration.ZERO);
  }

  /// @param lastMoment how long calls may still be at work after the input has ended
  public StdioServer(
      Eras eras, Caller caller, InputStream in, OutputStream out, Duration lastMoment) {
    this(eras, caller, new LineReader(in), out, lastMoment, _ -> Optional.empty());
  }

  /// On an input of which something has been read, for one who may not ask as often as he likes.
  public StdioServer(Eras eras, Caller caller, LineReader in, OutputStream out, Toll toll) {
    this(eras, caller, in, out, Duration.ZERO, toll);
  }

  private StdioServer(
      Eras eras, Caller caller, LineReader in, OutputStream out, Duration lastMoment, Toll toll) {
    this.lastMoment = lastMoment;
    this.toll = toll;
    this.eras = eras;
    this.caller = caller;
    this.in = in;
    this.out = out;
  }

  /// Serves until the input ends, at once if nothing is at work then. Calls that are get their last
  /// moment, and are cancelled.
  public void run() throws IOException {
    try {
      for (var line = in.next(); line.isPresent(); line = in.next()) {
        take(line.get());
      }
      awaitCalls();
    } finally {
      leave();
    }
  }

  /// Deals with one line, for those who read the input themselves.
  public void take(byte[] line) {
    Message message;
    try {
      message = read(line);
    } catch (RpcException e) {
      write(new Message.Failure(Codec.idIn(line), e.error()));
      return;
    }
    take(message);
  }

  /// Takes no further calls: those at work go on, all others are refused.
  public void retire() {
    retired = true;
  }

  /// Waits until nothing is at work, for its last moment at most.
  public void awaitCalls() {
    try {
      awaitCalls(lastMoment);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public void awaitCalls(Duration patience) throws InterruptedException {
    if (places.tryAcquire(MOST_AT_ONCE, patience.toMillis(), TimeUnit.MILLISECONDS)) {
      places.release(MOST_AT_ONCE);
    }
  }

  /// Nobody is there any more.
  public void leave() {
    calls.cancelAll();
    eras.legacy().leave(new Way());
  }

  /// The same with a line that has been read.
  public void take(Message message) {
    // Whatever is not a call is quick, and may be what a call waits for: it is dealt with in order.
    if (message instanceof Message.Request request && !request.method().equals("initialize")) {
      if (retired) {
        write(new Message.Failure(request.id(), TOO_LATE));
        return;
      }
      var refusal = toll.take(caller);
      if (refusal.isPresent()) {
        write(new Message.Failure(request.id(), refusal.get()));
        return;
      }
      // Waiting for a place would keep back the very messages that can make one.
      if (!places.tryAcquire()) {
        write(new Message.Failure(request.id(), TOO_MANY));
        return;
      }
      var expected = calls.expect(request.id());
      Thread.ofVirtual()
          .name("mcp-" + request.method())
          .start(
              () -> {
                try (expected) {
                  eras.handle(request, new Way());
                } finally {
                  places.release();
                }
              });
    } else {
      eras.handle(message, new Way());
    }
  }

  /// Makes a message of a line, or refuses what is none.
  public static Message read(byte[] line) {
    if (line.length == LineReader.TOO_LONG.length) {
      throw new RpcException(new RpcError(RpcError.PARSE_ERROR, "The message is too long"));
    }
    return Codec.read(Codec.parse(line));
  }

  /// Sends a message on the way that all answers go.
  public void write(Message message) {
    var bytes = Codec.write(message);
    synchronized (out) {
      try {
        out.write(bytes);
        out.write('\n');
        out.flush();
      } catch (IOException e) {
        // The client is gone; the end of the input tells the same, and ends the server.
        calls.cancelAll();
      }
    }
  }

  /// The way back of every message is the same.
  private final class Way implements Exchange, Exchange.Sink {
    @Override
    public Caller caller() {
      return caller;
    }

    @Override
    public @Nullable String header(String name) {
      return null;
    }

    @Override
    public boolean hasHeaders() {
      return false;
    }

    @Override
    public String session() {
      return session;
    }

    @Override
    public void reply(int httpStatus, Map<String, String> headers, @Nullable Message message) {
      if (message != null) {
        write(message);
      }
    }

    @Override
    public void replyAll(Map<String, String> headers, List<Message> messages) {
      messages.forEach(StdioServer.this::write);
    }

    @Override
    public Sink stream(Map<String, String> headers) {
      return this;
    }

    @Override
    public void send(@Nullable String eventId, @Nullable Message message) {
      if (message != null) {
        write(message);
      }
    }

    @Override
    public void close() {
      // Others still use it.
    }

    @Override
    public void onGone(Runnable action) {
      // Who is gone has closed the input, and that ends everything.
    }

    @Override
    public void onSlow(Runnable action) {
      // There is nothing to keep alive.
    }

    @Override
    public RunningCalls calls() {
      return calls;
    }
  }
}
