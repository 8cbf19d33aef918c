package dev.retinue.cli.front;

import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a daemon must be told before it can go on with a client that has been here for a while: the
/// handshake, and what the client listens to. The answers to it the client has had already.
final class Memory {
  private static final int MOST = 1000;
  private static final String CANCELLED = "notifications/cancelled";
  private static final String AGAIN = "retinue-front-";

  private final Map<String, byte[]> told = new LinkedHashMap<>();
  private final Map<RequestId, byte[]> listening = new LinkedHashMap<>();
  private final Set<RequestId> unheard = new HashSet<>();

  /// Keeps it if it is to be told again.
  void note(Message message, byte[] line) {
    if (message instanceof Message.Request request) {
      note(request, line);
    } else if (message instanceof Message.Notification notification) {
      note(notification, line);
    }
  }

  private void note(Message.Request request, byte[] line) {
    var method = request.method();
    switch (method) {
      case "initialize" -> {
        told.clear();
        keep(method, again(request));
      }
      case "logging/setLevel" -> keep(method, again(request));
      case "resources/subscribe" -> keep(watch(request), again(request));
      case "resources/unsubscribe" -> told.remove(watch(request));
      case "subscriptions/listen" -> {
        if (listening.size() < MOST) {
          listening.put(request.id(), line);
        }
      }
      default -> {}
    }
  }

  private void note(Message.Notification notification, byte[] line) {
    switch (notification.method()) {
      case "notifications/initialized" -> keep(notification.method(), line);
      case CANCELLED -> calledOff(notification).ifPresent(this::forget);
      default -> {}
    }
  }

  /// Which request the client wants no answer to any more, if it says so.
  static Optional<RequestId> calledOff(Message message) {
    return message instanceof Message.Notification(var method, var params)
            && method.equals(CANCELLED)
        ? Optional.ofNullable(params.get("requestId")).flatMap(RequestId::read)
        : Optional.empty();
  }

  private void keep(String name, byte[] line) {
    if (told.size() < MOST) {
      told.put(name, line);
    }
  }

  private static String watch(Message.Request request) {
    return "watch " + Json.text(request.params(), "uri");
  }

  /// Under an id that no client uses.
  private static byte[] again(Message.Request request) {
    var id = new RequestId.Text(AGAIN + request.method());
    return Codec.write(new Message.Request(id, request.method(), request.params()));
  }

  /// Whether a client of the older revisions has shaken hands.
  boolean isInitialized() {
    return told.containsKey("notifications/initialized");
  }

  boolean isListening(RequestId id) {
    return listening.containsKey(id);
  }

  void forget(RequestId id) {
    listening.remove(id);
    unheard.remove(id);
  }

  /// Everything that a new daemon must be told first.
  List<byte[]> tellAgain() {
    var lines = new ArrayList<>(told.values());
    lines.addAll(listening.values());
    unheard.addAll(listening.keySet());
    return lines;
  }

  /// Whether the client has had this answer, or this acknowledgement, already.
  boolean isOld(Peek peek, byte[] line) {
    if (peek.isAnswer()) {
      return peek.id() instanceof RequestId.Text(var id) && id.startsWith(AGAIN);
    }
    if (!"notifications/subscriptions/acknowledged".equals(peek.method())) {
      return false;
    }
    var subscription =
        Codec.parse(line).at("/params/_meta").path("io.modelcontextprotocol/subscriptionId");
    return RequestId.read(subscription).map(unheard::remove).orElse(false);
  }
}
