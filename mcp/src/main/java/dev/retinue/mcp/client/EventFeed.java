package dev.retinue.mcp.client;

import dev.retinue.mcp.client.Transport.Envelope;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The messages of a stream of events, which can be taken up again where it broke.
final class EventFeed {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int MOST_FAILURES = 8;

  private final HttpWire wire;
  private final Transport.Inbox inbox;
  private final Envelope envelope;
  private @Nullable String lastEvent;
  private Duration pause = Duration.ofMillis(500);
  private int failures;

  EventFeed(HttpWire wire, Transport.Inbox inbox, Envelope envelope) {
    this.wire = wire;
    this.inbox = inbox;
    this.envelope = envelope;
  }

  /// Brings messages to the inbox until the last of them, or until the stream ends without it.
  boolean read(InputStream body, Predicate<Message> isLast) throws InterruptedException {
    var events = new EventReader(body);
    try {
      for (var next = events.next(); next.isPresent(); next = events.next()) {
        var event = next.get();
        failures = 0;
        lastEvent = event.id() == null ? lastEvent : event.id();
        pause = event.retry() == null ? pause : shorter(event.retry(), LONGEST_PAUSE);
        if (!event.data().isEmpty() && take(event.data(), isLast)) {
          return true;
        }
      }
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Transport.LOG.log(System.Logger.Level.DEBUG, "A stream of events broke", e);
    }
    return false;
  }

  private boolean take(String data, Predicate<Message> isLast) {
    try {
      var message = Codec.read(Codec.parse(data.getBytes(StandardCharsets.UTF_8)));
      inbox.take(message, 200);
      return isLast.test(message);
    } catch (RpcException e) {
      Transport.LOG.log(
          System.Logger.Level.WARNING, "An event of the server is no message: " + e.getMessage());
      return false;
    }
  }

  boolean canResume() {
    return lastEvent != null && !lastEvent.isEmpty();
  }

  /// Takes the stream up after the last event that came, as often as it breaks.
  void resume(Predicate<Message> isLast) throws InterruptedException {
    boolean done = false;
    while (!done) {
      if (failures++ == MOST_FAILURES) {
        throw McpClientException.broken("A stream of the server breaks again and again");
      }
      Thread.sleep(shorter(pause.multipliedBy(failures), LONGEST_PAUSE));
      done = readAgain(isLast);
    }
  }

  private boolean readAgain(Predicate<Message> isLast) throws InterruptedException {
    try {
      var response = wire.listen(lastEvent, envelope, LIMIT);
      try (var body = response.body()) {
        if (response.statusCode() >= 400 && response.statusCode() < 500) {
          throw wire.refusal(response.statusCode());
        }
        return HttpWire.isStream(response) && read(body, isLast);
      }
    } catch (IOException e) {
      Transport.LOG.log(System.Logger.Level.DEBUG, "A stream could not be taken up again", e);
      return false;
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
