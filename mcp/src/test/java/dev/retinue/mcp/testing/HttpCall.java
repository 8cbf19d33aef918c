package dev.retinue.mcp.testing;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Http;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One request of a client, and what comes back: one body, or events.
public final class HttpCall {
  /// A server-sent event; a comment has neither id nor data.
  public record Event(@Nullable String id, String data) {
    public JsonNode json() {
      return Json.WIRE.readTree(data);
    }
  }

  private final String method;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final byte[] body;
  private final Caller caller;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>(100_000);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Runnable> onClose = new ArrayList<>();
  private volatile int status;
  private volatile Map<String, String> sent = Map.of();
  private volatile byte[] answer = {};
  private volatile @Nullable Thread thread;
  private boolean closed;

  HttpCall(String method, Map<String, String> headers, byte[] body, Caller caller) {
    this.method = method;
    this.headers.putAll(headers);
    this.body = body;
    this.caller = caller;
  }

  void run(Runnable handling) {
    thread = Thread.ofVirtual().name("http call").start(handling);
  }

  /// Waits until the response has begun.
  public HttpCall begun() {
    Waiting.until(begun, "response");
    return this;
  }

  /// Waits until the response has ended.
  public HttpCall end() {
    Waiting.until(ended, "end of the response");
    return this;
  }

  /// Waits until the server's thread for this request has nothing more to do.
  public HttpCall left() {
    Waiting.end(java.util.Objects.requireNonNull(thread));
    return this;
  }

  public int status() {
    return begun().status;
  }

  public @Nullable String sentHeader(String name) {
    return begun().sent.get(name);
  }

  public boolean isStream() {
    return "text/event-stream".equals(sentHeader("Content-Type"));
  }

  public String body() {
    return new String(end().answer, StandardCharsets.UTF_8);
  }

  public JsonNode json() {
    return Json.WIRE.readTree(body());
  }

  /// The next event that is not a comment.
  public Event event() {
    while (true) {
      var event = Waiting.next(events, "event");
      if (event.id != null || !event.data.isEmpty()) {
        return event;
      }
    }
  }

  /// Waits for a comment, by which the server shows that it is alive.
  public void comment() {
    while (true) {
      var event = Waiting.next(events, "comment");
      if (event.id == null && event.data.isEmpty()) {
        return;
      }
    }
  }

  /// What has come and was not read, without comments.
  public List<Event> unread() {
    var rest = new ArrayList<Event>();
    events.drainTo(rest);
    rest.removeIf(event -> event.id == null && event.data.isEmpty());
    return rest;
  }

  /// The connection breaks.
  public void vanish() {
    close();
  }

  private void close() {
    List<Runnable> actions;
    synchronized (this) {
      closed = true;
      actions = List.copyOf(onClose);
      onClose.clear();
    }
    ended.countDown();
    actions.forEach(Runnable::run);
  }

  Http.Request request() {
    return new Http.Request() {
      @Override
      public String method() {
        return method;
      }

      @Override
      public @Nullable String header(String name) {
        return headers.get(name);
      }

      @Override
      public byte[] body(int longest) throws Http.TooLarge {
        if (body.length > longest) {
          throw new Http.TooLarge();
        }
        return body;
      }

      @Override
      public Caller caller() {
        return caller;
      }
    };
  }

  Http.Response response() {
    return new Http.Response() {
      @Override
      public void reply(int code, Map<String, String> sentHeaders, byte[] bytes) {
        begin(code, sentHeaders);
        answer = bytes;
        ended.countDown();
      }

      @Override
      public Http.Stream stream(int code, Map<String, String> sentHeaders) {
        begin(code, sentHeaders);
        return new Events();
      }
    };
  }

  private synchronized void begin(int code, Map<String, String> sentHeaders) {
    if (begun.getCount() == 0) {
      throw new IllegalStateException("This request was answered already");
    }
    status = code;
    var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(sentHeaders);
    sent = all;
    begun.countDown();
  }

  private final class Events implements Http.Stream {
    @Override
    public void write(byte[] piece) {
      synchronized (HttpCall.this) {
        if (!closed) {
          events.add(event(new String(piece, StandardCharsets.UTF_8)));
        }
      }
    }

    private static Event event(String text) {
      String id = null;
      var data = "";
      for (var line : text.lines().toList()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        }
      }
      return new Event(id, data);
    }

    @Override
    public void close() {
      HttpCall.this.close();
    }

    @Override
    public void onClose(Runnable action) {
      synchronized (HttpCall.this) {
        if (!closed) {
          onClose.add(action);
          return;
        }
      }
      action.run();
    }
  }
}
