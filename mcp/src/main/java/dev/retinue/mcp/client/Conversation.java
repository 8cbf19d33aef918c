package dev.retinue.mcp.client;

import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.client.Pending.Step;
import dev.retinue.mcp.client.Transport.Envelope;
import dev.retinue.mcp.era.Meta;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is under way between a client and a server, in every era alike: requests and what comes for
/// them, and what comes for none of them.
final class Conversation implements Transport.Inbox, AutoCloseable {
  private static final int MOST_PENDING = 1000;
  private static final Duration CANCEL_LIMIT = Duration.ofSeconds(10);

  private final Transport transport;
  private final Questions questions;
  private final Announcer announcer;
  private final Map<RequestId, Pending> pending = new ConcurrentHashMap<>();
  private final AtomicLong counter = new AtomicLong();
  private volatile Envelope standing = Envelope.PLAIN;
  private volatile boolean cancelsByMessage;
  private volatile @Nullable McpClientException ended;

  Conversation(Transport transport, ClientOptions options) {
    this.transport = transport;
    this.questions = new Questions(options);
    this.announcer = new Announcer(options.listener());
    this.cancelsByMessage = !transport.hasHeaders();
    transport.start(this);
  }

  Transport transport() {
    return transport;
  }

  Questions questions() {
    return questions;
  }

  Announcer announcer() {
    return announcer;
  }

  boolean isAnswering() {
    return questions.isBusy();
  }

  /// What goes from now on with messages that belong to no request.
  ///
  /// @param byMessage whether a request is cancelled by a message even where it has a connection
  void stand(Envelope envelope, boolean byMessage) {
    standing = envelope;
    cancelsByMessage = byMessage || !transport.hasHeaders();
  }

  /// Sends a request and waits for its result.
  ObjectNode ask(
      String method,
      ObjectNode params,
      Envelope envelope,
      Duration limit,
      @Nullable Consumer<Progress> progress) {
    try (var open = open(method, params, envelope, limit, progress != null)) {
      return open.answer(limit, progress);
    }
  }

  /// Sends a request, and leaves the waiting to others.
  OpenRequest open(
      String method, ObjectNode params, Envelope envelope, Duration limit, boolean withProgress) {
    var id = new RequestId.Whole(counter.incrementAndGet());
    if (withProgress) {
      params.withObjectProperty("_meta").set("progressToken", id.json());
    }
    if (pending.size() >= MOST_PENDING) {
      throw new McpClientException(
          Reason.REFUSED, "There are already " + MOST_PENDING + " requests without an answer");
    }
    var request = new Message.Request(id, method, params);
    var mine = new Pending();
    pending.put(id, mine);
    var why = ended;
    if (why != null) {
      pending.remove(id);
      throw why.here();
    }
    try {
      return new OpenRequest(request, mine, transport.send(request, envelope, limit), this);
    } catch (McpClientException e) {
      pending.remove(id);
      throw e;
    }
  }

  void tell(Message.Notification notification, Duration limit) {
    transport.send(notification, standing, limit);
  }

  void forget(RequestId id) {
    pending.remove(id);
  }

  /// Tells the server that nobody waits any more. The thread that waited may be interrupted, so it
  /// is not the one that tells.
  void cancel(RequestId id) {
    if (!cancelsByMessage || ended != null) {
      return;
    }
    var params = Json.object();
    params.set("requestId", id.json());
    params.put("reason", "The client does not wait any more");
    var notification = new Message.Notification("notifications/cancelled", params);
    Thread.ofVirtual().name("mcp-client-cancel").start(() -> tryTo(notification));
  }

  private void tryTo(Message message) {
    try {
      transport.send(message, standing, CANCEL_LIMIT);
    } catch (McpClientException e) {
      Transport.LOG.log(System.Logger.Level.DEBUG, "A message could not be sent", e);
    }
  }

  @Override
  public void take(Message message, int httpStatus) {
    switch (message) {
      case Message.Result(var id, _) -> give(id, new Step.Answered(message, httpStatus));
      case Message.Failure(var id, var error) -> {
        if (id == null) {
          Transport.LOG.log(
              System.Logger.Level.WARNING, "The server refused a message: " + error.message());
        } else {
          give(id, new Step.Answered(message, httpStatus));
        }
      }
      case Message.Request request -> questions.answer(request, this::tryTo);
      case Message.Notification notification -> take(notification);
    }
  }

  private void take(Message.Notification notification) {
    var params = notification.params();
    switch (notification.method()) {
      case "notifications/progress" ->
          give(params.get("progressToken"), new Step.Progressed(Progress.of(params)));
      case "notifications/subscriptions/acknowledged" ->
          give(Json.child(params, "_meta").get(Meta.SUBSCRIPTION), new Step.Acknowledged());
      case "notifications/cancelled" -> questions.cancel(params.get("requestId"));
      default -> announcer.take(notification);
    }
  }

  private void give(@Nullable JsonNode id, Step step) {
    if (id != null) {
      RequestId.read(id).ifPresent(known -> give(known, step));
    }
  }

  private void give(RequestId id, Step step) {
    var waiting = pending.get(id);
    if (waiting != null) {
      waiting.add(step);
    }
  }

  @Override
  public void lost(RequestId id, McpClientException why) {
    give(id, new Step.Lost(why));
  }

  @Override
  public void closed(McpClientException why) {
    if (ended == null) {
      ended = why;
    }
    pending.values().forEach(waiting -> waiting.add(new Step.Lost(why)));
  }

  @Override
  public void close() {
    closed(new McpClientException(Reason.CLOSED, "This client was closed"));
    questions.close();
    announcer.close();
    transport.close();
  }
}
