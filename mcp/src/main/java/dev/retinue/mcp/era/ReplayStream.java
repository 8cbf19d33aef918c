package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.Message;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A stream that a client can come back to: its messages are numbered and kept for a while, whether
/// or not anybody is connected.
final class ReplayStream {
  private static final int KEPT = 256;

  private record Event(long number, Message message) {}

  private final String id;
  private final Deque<Event> events = new ArrayDeque<>();
  private Exchange.@Nullable Sink sink;
  private long last;
  private boolean ended;

  ReplayStream(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /// Connects a client, and gives it what came after the number that it knows.
  synchronized void attach(Exchange.Sink newSink, long after) {
    detach();
    sink = newSink;
    newSink.send(null, null);
    for (var event : events) {
      if (event.number > after) {
        newSink.send(eventId(event.number), event.message);
      }
    }
    if (ended) {
      detach();
    }
  }

  /// Connects a client that begins here, and tells it where here is if it can come back to that.
  synchronized void begin(Exchange.Sink newSink, boolean canComeBack) {
    detach();
    sink = newSink;
    newSink.send(canComeBack ? eventId(last) : null, null);
  }

  /// The client at the other end of this is gone; another may have taken its place.
  synchronized void gone(Exchange.Sink oldSink) {
    if (oldSink.equals(sink)) {
      sink = null;
    }
  }

  synchronized boolean isConnected() {
    return sink != null;
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  synchronized void send(Message message) {
    if (ended) {
      return;
    }
    last++;
    events.add(new Event(last, message));
    if (events.size() > KEPT) {
      events.remove();
    }
    if (sink != null) {
      sink.send(eventId(last), message);
    }
  }

  synchronized void detach() {
    if (sink != null) {
      sink.close();
      sink = null;
    }
  }

  synchronized void end() {
    ended = true;
    detach();
  }

  private String eventId(long number) {
    return id + "_" + number;
  }
}
