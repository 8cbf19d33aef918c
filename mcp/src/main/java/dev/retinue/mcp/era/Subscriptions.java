package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Change;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Places;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Streams of `subscriptions/listen`: each hears of what it asked for, and of nothing else. They
/// hold no thread.
final class Subscriptions {
  private static final int MOST = 10_000;
  private static final int MOST_NAMES = 1000;

  private final McpServer server;
  private final Tasks tasks;
  private final Places places;
  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();

  Subscriptions(McpServer server, Tasks tasks, Places places) {
    this.server = server;
    this.places = places;
    this.tasks = tasks;
    server.onChange(change -> streams.forEach(stream -> stream.tell(change)));
    tasks.onChange(task -> streams.forEach(stream -> stream.tell(task)));
  }

  void listen(Message.Request request, boolean knowsTasks, Exchange exchange) {
    if (!(request.params().get("notifications") instanceof ObjectNode wanted)) {
      throw new RpcException(
          new RpcError(RpcError.INVALID_PARAMS, "\"notifications\" is missing"), 400);
    }
    if (wanted.has("taskIds") && !knowsTasks) {
      throw Tasks.undeclared();
    }
    if (!exchange.canStream()) {
      // It would hear nothing, and be kept for ever.
      throw new RpcException(
          new RpcError(RpcError.INVALID_REQUEST, "The client must accept text/event-stream"), 406);
    }
    if (streams.size() >= MOST) {
      throw new RpcException(
          new RpcError(RpcError.INTERNAL_ERROR, "There are too many subscriptions; try later"),
          503);
    }
    var honoured = honoured(wanted, exchange);
    var place = places.subscription(exchange.caller());
    Stream stream;
    try {
      stream = new Stream(request, exchange, honoured, place);
    } catch (RuntimeException e) {
      place.run();
      throw e;
    }
    // From here on it can be cancelled, even before it is acknowledged.
    var forget = exchange.calls().keep(request.id(), _ -> end(stream));
    exchange.onGone(
        () -> {
          forget.run();
          end(stream);
        });
    // Whoever has something to tell waits until this is out, and then does not miss the stream.
    synchronized (stream) {
      streams.add(stream);
      if (stream.over) {
        streams.remove(stream);
      } else {
        stream.acknowledge();
      }
    }
  }

  /// Waits for nobody: who cancels may be who reads what all the others wait for.
  private void end(Stream stream) {
    stream.over = true;
    streams.remove(stream);
    stream.place.run();
  }

  int size() {
    return streams.size();
  }

  /// Says to all that it is over, as the protocol wants it of a server that ends.
  void close() {
    streams.forEach(Stream::finish);
    streams.clear();
  }

  private ObjectNode honoured(ObjectNode wanted, Exchange exchange) {
    var honoured = Json.object();
    for (var key : Set.of("toolsListChanged", "promptsListChanged", "resourcesListChanged")) {
      if (wanted.path(key).asBoolean(false)) {
        honoured.put(key, true);
      }
    }
    honour(honoured, wanted, "resourceSubscriptions", _ -> true);
    honour(honoured, wanted, "taskIds", id -> isTaskOf(id, exchange));
    return honoured;
  }

  private static void honour(
      ObjectNode honoured, ObjectNode wanted, String key, Predicate<String> known) {
    if (wanted.path(key).isArray()) {
      var names = honoured.putArray(key);
      wanted
          .path(key)
          .valueStream()
          .filter(JsonNode::isString)
          .map(JsonNode::stringValue)
          .filter(known)
          .limit(MOST_NAMES)
          .forEach(names::add);
    }
  }

  private boolean isTaskOf(String id, Exchange exchange) {
    try {
      tasks.get(id, exchange.caller());
      return true;
    } catch (RpcException e) {
      return false;
    }
  }

  McpServer server() {
    return server;
  }

  Places places() {
    return places;
  }

  /// One stream. When it is over it says nothing more.
  private static final class Stream {
    private final Message.Request request;
    private final Caller caller;
    private final ObjectNode honoured;
    private final Exchange.Sink sink;
    private final Runnable place;
    private volatile boolean over;

    Stream(Message.Request request, Exchange exchange, ObjectNode honoured, Runnable place) {
      this.request = request;
      this.caller = exchange.caller();
      this.honoured = honoured;
      this.sink = exchange.stream(Map.of());
      this.place = place;
    }

    void acknowledge() {
      var params = Json.object();
      params.set("notifications", honoured);
      send("notifications/subscriptions/acknowledged", params);
    }

    synchronized void tell(Change change) {
      var params = Json.object();
      boolean wanted =
          switch (change) {
            case Change.Tools _ -> honoured.has("toolsListChanged");
            case Change.Prompts _ -> honoured.has("promptsListChanged");
            case Change.Resources _ -> honoured.has("resourcesListChanged");
            case Change.ResourceUpdated(var uri, var _, var _) -> {
              params.put("uri", uri);
              yield names("resourceSubscriptions").contains(uri) && change.isFor(caller);
            }
          };
      if (wanted) {
        send(change.method(), params);
      }
    }

    synchronized void tell(Task task) {
      if (names("taskIds").contains(task.id())) {
        send("notifications/tasks", task.detailedJson());
      }
    }

    synchronized void finish() {
      var result = Json.object().put("resultType", "complete");
      result.putObject("_meta").set(Meta.SUBSCRIPTION, request.id().json());
      sink.send(null, new Message.Result(request.id(), result));
      over = true;
      place.run();
      sink.close();
    }

    private void send(String method, ObjectNode params) {
      if (!over) {
        params.putObject("_meta").set(Meta.SUBSCRIPTION, request.id().json());
        sink.send(null, new Message.Notification(method, params));
      }
    }

    private Set<String> names(String key) {
      return StreamSupport.stream(honoured.path(key).spliterator(), false)
          .map(JsonNode::asString)
          .collect(Collectors.toSet());
    }
  }
}
