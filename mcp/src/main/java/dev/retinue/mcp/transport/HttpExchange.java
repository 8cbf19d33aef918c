package dev.retinue.mcp.transport;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.era.Exchange;
import dev.retinue.mcp.era.RunningCalls;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request over HTTP and its way back.
final class HttpExchange implements Exchange, SignsOfLife.Patient {
  private static final byte[] NOTHING = {};
  private static final Map<String, String> JSON_HEADERS =
      Map.of("Content-Type", "application/json", "Cache-Control", "no-store");
  private static final Map<String, String> STREAM_HEADERS =
      Map.of(
          "Content-Type", "text/event-stream",
          "Cache-Control", "no-store",
          "X-Accel-Buffering", "no");

  private final Http.Request request;
  private final Http.Response response;
  private final SignsOfLife signs;
  private final Duration quiet;
  private final RunningCalls calls = new RunningCalls();
  private final long begun = System.nanoTime();
  private final List<Runnable> gone = new ArrayList<>();
  private @Nullable Runnable slow;
  private boolean answered;
  private boolean isGone;

  HttpExchange(Http.Request request, Http.Response response, SignsOfLife signs, Duration quiet) {
    this.request = request;
    this.response = response;
    this.signs = signs;
    this.quiet = quiet;
  }

  @Override
  public Caller caller() {
    return request.caller();
  }

  @Override
  public @Nullable String header(String name) {
    return request.header(name);
  }

  @Override
  public boolean hasHeaders() {
    return true;
  }

  @Override
  public @Nullable String session() {
    return request.header("Mcp-Session-Id");
  }

  @Override
  public RunningCalls calls() {
    return calls;
  }

  @Override
  public void reply(int status, Map<String, String> headers, @Nullable Message message) {
    reply(
        status,
        status == 429 || status == 503 ? withRetry(headers, message) : headers,
        message == null ? NOTHING : Codec.write(message));
  }

  /// When to come back, where a limit was met that frees.
  private static Map<String, String> withRetry(
      Map<String, String> headers, @Nullable Message message) {
    var all = new HashMap<>(headers);
    long seconds = 1;
    if (message instanceof Message.Failure failure && failure.error().data() != null) {
      seconds = failure.error().data().path("retry_after_seconds").asLong(seconds);
    }
    all.put("Retry-After", Long.toString(seconds));
    return all;
  }

  @Override
  public void replyAll(Map<String, String> headers, List<Message> messages) {
    var all = Json.WIRE.createArrayNode();
    messages.forEach(message -> all.add(message.json()));
    reply(
        messages.isEmpty() ? 202 : 200,
        headers,
        messages.isEmpty() ? NOTHING : Json.WIRE.writeValueAsBytes(all));
  }

  private void reply(int status, Map<String, String> headers, byte[] body) {
    synchronized (this) {
      if (answered) {
        return;
      }
      answered = true;
    }
    signs.remove(this);
    response.reply(status, withOurs(headers, body.length > 0), body);
  }

  private static Map<String, String> withOurs(Map<String, String> headers, boolean hasBody) {
    if (headers.isEmpty() && hasBody) {
      return JSON_HEADERS;
    }
    var all = new HashMap<>(headers);
    all.put("Cache-Control", "no-store");
    if (hasBody) {
      all.put("Content-Type", "application/json");
    }
    return all;
  }

  @Override
  public boolean canStream() {
    var accept = request.header("Accept");
    return accept != null && (accept.contains("text/event-stream") || accept.contains("*/*"));
  }

  @Override
  public Sink stream(Map<String, String> headers) {
    if (!canStream()) {
      return new LastMessageOnly();
    }
    synchronized (this) {
      answered = true;
    }
    signs.remove(this);
    var all = new HashMap<>(STREAM_HEADERS);
    all.putAll(headers);
    var stream = response.stream(200, all);
    var sink = new EventSink(stream, quiet, request::isStillLetIn);
    signs.add(sink);
    stream.onClose(
        () -> {
          signs.remove(sink);
          leave();
        });
    return sink;
  }

  private void leave() {
    List<Runnable> actions;
    synchronized (this) {
      isGone = true;
      actions = List.copyOf(gone);
      gone.clear();
    }
    actions.forEach(Runnable::run);
  }

  @Override
  public void onGone(Runnable action) {
    synchronized (this) {
      if (!isGone) {
        gone.add(action);
        return;
      }
    }
    action.run();
  }

  @Override
  public synchronized void onSlow(Runnable action) {
    if (canStream() && !answered) {
      slow = action;
      signs.add(this);
    }
  }

  @Override
  public void look(long nowNanos) {
    Runnable action;
    synchronized (this) {
      if (slow == null || answered || nowNanos - begun < quiet.toNanos()) {
        return;
      }
      action = slow;
      slow = null;
    }
    action.run();
  }

  /// For a client that takes no streams: it gets the answer, and nothing on the way to it.
  private final class LastMessageOnly implements Sink {
    @Override
    public void send(@Nullable String eventId, @Nullable Message message) {
      if (message instanceof Message.Result || message instanceof Message.Failure) {
        reply(200, Map.of(), message);
      }
    }

    @Override
    public void close() {
      reply(406, Map.of(), NOTHING);
    }
  }
}
