package dev.retinue.mcp.client;

import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.rpc.Message;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// An endpoint over HTTP: every request is a connection of its own, and what belongs to none of
/// them comes over one more.
final class HttpTransport implements Transport {
  private static final Duration END_LIMIT = Duration.ofSeconds(5);

  private final HttpWire wire;
  private final Set<HttpCall> calls = ConcurrentHashMap.newKeySet();
  private @Nullable Inbox inbox;
  private @Nullable Thread general;
  private volatile Envelope latest = Envelope.PLAIN;

  HttpTransport(URI endpoint, Map<String, String> headers) {
    this.wire = new HttpWire(endpoint, headers);
  }

  @Override
  public void start(Inbox newInbox) {
    this.inbox = newInbox;
  }

  private Inbox inbox() {
    return Objects.requireNonNull(inbox);
  }

  @Override
  public Line send(Message.Request request, Envelope envelope, Duration limit) {
    if (request.method().equals("initialize")) {
      wire.leaveSession();
      hearNothing();
    }
    latest = envelope;
    var call = new HttpCall(request, envelope, wire, inbox(), calls::remove);
    calls.add(call);
    call.start();
    return call;
  }

  @Override
  public void send(Message message, Envelope envelope, Duration limit) {
    try {
      var response = wire.post(message, envelope, limit);
      response.body().close();
      if (response.statusCode() >= 300) {
        throw wire.refusal(response.statusCode());
      }
    } catch (IOException e) {
      throw wire.unreachable(e);
    } catch (InterruptedException e) {
      throw McpClientException.interrupted("The sending of a message");
    }
  }

  /// Returns when the stream is there: what happens from then on will be heard.
  @Override
  public synchronized void listen(Envelope envelope, Duration limit, Runnable ended) {
    if (general != null && general.isAlive()) {
      return;
    }
    var opened = new ArrayBlockingQueue<Opened>(1);
    general =
        Thread.ofVirtual()
            .name("mcp-client-stream")
            .start(() -> hear(envelope, limit, opened, ended));
    try {
      switch (opened.poll(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        case Opened.Yes _ -> {}
        case Opened.No(var why) -> throw why.here();
        case null -> {
          general.interrupt();
          throw new McpClientException(
              Reason.TIMED_OUT, "The server opened no stream within " + limit);
        }
      }
    } catch (InterruptedException e) {
      general.interrupt();
      throw McpClientException.interrupted("The opening of a stream");
    }
  }

  /// Whether a stream is there.
  private sealed interface Opened {
    record Yes() implements Opened {}

    record No(McpClientException why) implements Opened {}
  }

  private void hear(
      Envelope envelope, Duration limit, BlockingQueue<Opened> opened, Runnable ended) {
    var feed = new EventFeed(wire, inbox(), envelope);
    try {
      var response = wire.listen(null, envelope, limit);
      try (var body = response.body()) {
        if (response.statusCode() >= 300 || !HttpWire.isStream(response)) {
          throw wire.refusal(response.statusCode());
        }
        opened.add(new Opened.Yes());
        feed.read(body, _ -> false);
      }
      feed.resume(_ -> false);
    } catch (McpClientException e) {
      opened.offer(new Opened.No(e));
    } catch (IOException e) {
      opened.offer(new Opened.No(wire.unreachable(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (isWanted()) {
      ended.run();
    }
  }

  /// Whether the stream of this thread is not one that was given up.
  private synchronized boolean isWanted() {
    return Thread.currentThread().equals(general);
  }

  private synchronized void hearNothing() {
    if (general != null) {
      general.interrupt();
      general = null;
    }
  }

  @Override
  public boolean hasHeaders() {
    return true;
  }

  @Override
  public synchronized void close() {
    calls.forEach(HttpCall::close);
    hearNothing();
    // On another thread: one that was interrupted could not say good-bye.
    var last =
        Thread.ofVirtual()
            .name("mcp-client-end")
            .start(
                () -> {
                  wire.endSession(latest, END_LIMIT);
                  wire.close();
                });
    try {
      last.join(END_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
