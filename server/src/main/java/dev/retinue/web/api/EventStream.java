package dev.retinue.web.api;

import dev.retinue.core.Recorded;
import dev.retinue.core.Written;
import dev.retinue.web.http.JettyStream;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Visit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Events on their way to one client, each with its cursor. Who reads slowly is waited for, as long
/// as it reads at all; nobody else waits with it.
final class EventStream implements Pulse.Patient {
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);
  private static final int MOST_WAITING = 256 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Visit visit;
  private final JettyStream stream;
  private final Pulse pulse;
  private final Telling telling;
  private final LongPredicate over;
  private volatile long lastWrite = System.nanoTime();
  private volatile long lastLook = System.nanoTime();
  private volatile long cursor;

  /// How events are told.
  ///
  /// @param cursorOf where to go on after an event
  /// @param views what is said of one, in its order; asked for each of them once, one after the
  ///   other
  /// @param drafts what is said of what is written before it is said; null to say nothing of it
  record Telling(
      ToLongFunction<Recorded> cursorOf,
      Function<Recorded, List<ObjectNode>> views,
      @Nullable Function<Written, ObjectNode> drafts) {
    /// As they stand in the record.
    static Telling plain(ToLongFunction<Recorded> cursorOf) {
      return new Telling(cursorOf, event -> List.of(EventView.of(event)), null);
    }

    /// The same, and what is written meanwhile.
    Telling with(Function<Written, ObjectNode> written) {
      return new Telling(cursorOf, views, written);
    }
  }

  /// One that begins.
  ///
  /// @param over whether nothing comes after this cursor any more
  EventStream(Visit visit, Pulse pulse, long after, Telling telling, LongPredicate over) {
    this.visit = visit;
    this.pulse = pulse;
    this.cursor = after;
    this.telling = telling;
    this.over = over;
    var headers = visit.response().getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    headers.put("X-Accel-Buffering", "no");
    visit.response().setStatus(200);
    this.stream = new JettyStream(visit.response(), visit.callback());
  }

  /// Says something at once, so that the client knows that it is connected.
  EventStream begin() {
    write(COMMENT);
    pulse.add(this);
    stream.onClose(() -> pulse.remove(this));
    closeIfOver();
    return this;
  }

  void abort() {
    stream.abort("It cannot be followed any more");
  }

  void onClose(Runnable action) {
    stream.onClose(action);
  }

  /// Sends these; says whether there is anybody who wants more.
  boolean take(List<Recorded> events) {
    try {
      for (var event : events) {
        long after = telling.cursorOf.applyAsLong(event);
        for (var view : telling.views.apply(event)) {
          if (!write("id: %d\ndata: %s\n\n".formatted(after, view))) {
            return false;
          }
        }
        cursor = after;
      }
    } catch (InterruptedException e) {
      return leave();
    }
    return !closeIfOver();
  }

  /// Sends what is being written, which has no cursor: nobody goes on after it.
  boolean take(Written written, Function<Written, ObjectNode> view) {
    try {
      return write("data: %s\n\n".formatted(view.apply(written)));
    } catch (InterruptedException e) {
      return leave();
    }
  }

  private boolean leave() {
    Thread.currentThread().interrupt();
    stream.abort("This server ends");
    return false;
  }

  /// Waits until there is room for it; says whether there is anybody who takes it.
  private boolean write(String event) throws InterruptedException {
    if (!stream.awaitRoom(MOST_WAITING, PATIENCE)) {
      stream.abort("The client does not take what it is sent");
      return false;
    }
    write(event.getBytes(StandardCharsets.UTF_8));
    return true;
  }

  /// Says whether it was.
  boolean closeIfOver() {
    boolean all = over.test(cursor);
    if (all) {
      stream.close();
    }
    return all;
  }

  @Override
  public void look(long nowNanos) {
    long quiet = pulse.quiet().toNanos();
    if (nowNanos - lastLook > quiet) {
      lastLook = nowNanos;
      if (!visit.stillAdmitted()) {
        stream.abort("The token is not good any more");
      }
      closeIfOver();
    }
    if (nowNanos - lastWrite > quiet) {
      write(COMMENT);
    }
  }

  private void write(byte[] bytes) {
    lastWrite = System.nanoTime();
    stream.write(bytes);
  }
}
