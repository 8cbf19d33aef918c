package dev.retinue.mcp.client;

import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.client.Transport.Envelope;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The revisions up to 2025-11-25: a handshake, a session, and questions that are requests.
final class LegacyDialect implements Dialect {
  static final String NEWEST = "2025-11-25";
  static final List<String> VERSIONS = List.of(NEWEST, "2025-06-18", "2025-03-26", "2024-11-05");

  private final Conversation conversation;
  private final ClientOptions options;
  private final String wantedVersion;
  private final Set<LegacySubscription> subscriptions = ConcurrentHashMap.newKeySet();
  private volatile Agreed agreed;

  /// What a handshake came to.
  ///
  /// @param handshake the how manieth it was
  private record Agreed(int handshake, ServerFacts server, Envelope envelope) {}

  private LegacyDialect(
      Conversation conversation, ClientOptions options, String wantedVersion, Agreed agreed) {
    this.conversation = conversation;
    this.options = options;
    this.wantedVersion = wantedVersion;
    this.agreed = agreed;
  }

  static LegacyDialect open(Conversation conversation, ClientOptions options, String version) {
    return new LegacyDialect(
        conversation, options, version, shakeHands(conversation, options, version, 1));
  }

  private static Agreed shakeHands(
      Conversation conversation, ClientOptions options, String wantedVersion, int handshake) {
    var params = Json.object().put("protocolVersion", wantedVersion);
    params.set("capabilities", options.capabilitiesJson(false));
    params.set("clientInfo", Json.WIRE.valueToTree(options.client()));
    var first = new Envelope(Map.of(), true);
    var result = conversation.ask("initialize", params, first, options.limit(), null);
    var version = Answers.text(result, "protocolVersion");
    if (!VERSIONS.contains(version)) {
      throw McpClientException.broken(
          "The server speaks the revision %s, this client %s".formatted(version, VERSIONS));
    }
    var facts =
        new ServerFacts(
            version,
            Answers.implementation(result.get("serverInfo")),
            Json.child(result, "capabilities"),
            Json.text(result, "instructions"));
    var envelope = new Envelope(Map.of("MCP-Protocol-Version", version), true);
    conversation.stand(envelope, true);
    conversation.tell(
        new Message.Notification("notifications/initialized", Json.object()), options.limit());
    if (options.logLevel() != null && facts.can("logging")) {
      var level = Json.object().put("level", options.logLevel().wireName());
      conversation.ask("logging/setLevel", level, envelope, options.limit(), null);
    }
    return new Agreed(handshake, facts, envelope);
  }

  @Override
  public ServerFacts server() {
    return agreed.server;
  }

  @Override
  public ObjectNode request(
      String method, ObjectNode params, @Nullable Consumer<Progress> progress) {
    int before = agreed.handshake;
    try {
      return send(method, params, progress);
    } catch (McpClientException e) {
      if (e.reason() != Reason.SESSION_ENDED) {
        throw e;
      }
    }
    // The server has not even looked at the request, so it can be sent once more.
    renew(before);
    return send(method, params, progress);
  }

  private ObjectNode send(String method, ObjectNode params, @Nullable Consumer<Progress> progress) {
    return conversation.ask(method, params.deepCopy(), agreed.envelope, options.limit(), progress);
  }

  /// Begins a new session, once for all who have noticed that the old one is gone.
  private synchronized void renew(int gone) {
    if (agreed.handshake != gone) {
      return;
    }
    agreed = shakeHands(conversation, options, wantedVersion, gone + 1);
    if (!subscriptions.isEmpty()) {
      hear();
      subscriptions.forEach(subscription -> tellAll("resources/subscribe", subscription.wanted()));
    }
  }

  private void hear() {
    conversation
        .transport()
        .listen(
            agreed.envelope,
            options.limit(),
            () -> List.copyOf(subscriptions).forEach(LegacySubscription::lose));
  }

  private void tellAll(String method, Wanted wanted) {
    for (var uri : wanted.uris()) {
      send(method, Json.object().put("uri", uri), null);
    }
  }

  /// There are no tasks: the call is at its end when it is answered.
  @Override
  public TaskHandle callAsTask(ObjectNode params) {
    var result = Answers.toolResult(request("tools/call", params, null));
    return new TaskHandle(TaskState.completed(result), this, conversation);
  }

  @Override
  public Subscription listen(Wanted wanted) {
    hear();
    for (var uri : wanted.uris()) {
      request("resources/subscribe", Json.object().put("uri", uri), null);
    }
    var subscription = new LegacySubscription(wanted);
    subscriptions.add(subscription);
    return subscription;
  }

  @Override
  public void ping() {
    request("ping", Json.object(), null);
  }

  /// Addresses that the server was asked to watch. Lists it tells of anyway.
  private final class LegacySubscription implements Subscription {
    private final Wanted wanted;

    private LegacySubscription(Wanted wanted) {
      this.wanted = wanted;
    }

    @Override
    public Wanted wanted() {
      return wanted;
    }

    @Override
    public boolean isOpen() {
      return subscriptions.contains(this);
    }

    private void lose() {
      if (subscriptions.remove(this)) {
        conversation.announcer().announce(new Notice.Ended(this));
      }
    }

    @Override
    public void close() {
      if (!subscriptions.remove(this)) {
        return;
      }
      for (var uri : wanted.uris()) {
        if (subscriptions.stream().noneMatch(other -> other.wanted.uris().contains(uri))) {
          request("resources/unsubscribe", Json.object().put("uri", uri), null);
        }
      }
    }
  }
}
