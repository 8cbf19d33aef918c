package dev.retinue.mcp.client;

import dev.retinue.mcp.client.Transport.Envelope;
import dev.retinue.mcp.era.Meta;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Revision 2026-07-28: every request says who asks and what it can, and questions come back as
/// results.
final class ModernDialect implements Dialect {
  static final String VERSION = "2026-07-28";
  private static final int MOST_ROUNDS = 10;

  private final Conversation conversation;
  private final ClientOptions options;
  private final ServerFacts server;
  private final ToolHeaders toolHeaders = new ToolHeaders();

  private ModernDialect(Conversation conversation, ClientOptions options, ServerFacts server) {
    this.conversation = conversation;
    this.options = options;
    this.server = server;
  }

  static ModernDialect open(Conversation conversation, ClientOptions options, Duration limit) {
    var params = Json.object();
    params.set("_meta", meta(options, false));
    var envelope = new Envelope(Headers.of(VERSION, "server/discover", params), false);
    var result = conversation.ask("server/discover", params, envelope, limit, null);
    boolean known =
        result
            .path("supportedVersions")
            .valueStream()
            .anyMatch(v -> VERSION.equals(v.asString("")));
    if (!known) {
      throw new RpcException(
          new RpcError(RpcError.UNSUPPORTED_VERSION, "The server does not speak " + VERSION));
    }
    var facts =
        new ServerFacts(
            VERSION,
            Answers.implementation(Json.child(result, "_meta").get(Meta.SERVER_INFO)),
            Json.child(result, "capabilities"),
            Json.text(result, "instructions"));
    return new ModernDialect(conversation, options, facts);
  }

  private static ObjectNode meta(ClientOptions options, boolean withTasks) {
    var meta = Json.object().put(Meta.VERSION, VERSION);
    meta.set(Meta.CLIENT_INFO, Json.WIRE.valueToTree(options.client()));
    meta.set(Meta.CLIENT_CAPABILITIES, options.capabilitiesJson(withTasks));
    if (options.logLevel() != null) {
      meta.put(Meta.LOG_LEVEL, options.logLevel().wireName());
    }
    return meta;
  }

  @Override
  public ServerFacts server() {
    return server;
  }

  @Override
  public ObjectNode request(
      String method, ObjectNode params, @Nullable Consumer<Progress> progress) {
    return inRounds(method, params, method.startsWith("tasks/"), progress);
  }

  /// Repeats a request with the answers to what its result asked, until its result asks nothing.
  private ObjectNode inRounds(
      String method, ObjectNode params, boolean withTasks, @Nullable Consumer<Progress> progress) {
    var round = params;
    for (int i = 0; i < MOST_ROUNDS; i++) {
      var result = once(method, round, withTasks, progress);
      if (!"input_required".equals(Json.text(result, "resultType"))) {
        return result;
      }
      round = params.deepCopy();
      var answers = conversation.questions().answers(Json.child(result, "inputRequests"));
      if (!answers.isEmpty()) {
        round.set("inputResponses", answers);
      }
      var state = result.get("requestState");
      if (state != null) {
        round.set("requestState", state);
      }
    }
    throw McpClientException.broken(
        "The server still asks something after %d rounds of %s".formatted(MOST_ROUNDS, method));
  }

  private ObjectNode once(
      String method, ObjectNode params, boolean withTasks, @Nullable Consumer<Progress> progress) {
    try {
      return send(method, params, withTasks, progress);
    } catch (RpcException e) {
      boolean headersAreOld =
          e.error().code() == RpcError.HEADER_MISMATCH && method.equals("tools/call");
      if (!headersAreOld) {
        throw e;
      }
    }
    // The server refused the call unseen: its tools want headers that are not known here.
    Lists.all(this, "tools/list", "tools", tool -> tool);
    return send(method, params, withTasks, progress);
  }

  private ObjectNode send(
      String method, ObjectNode params, boolean withTasks, @Nullable Consumer<Progress> progress) {
    var whole = whole(params, withTasks);
    var result =
        conversation.ask(method, whole, envelope(method, whole), options.limit(), progress);
    if (method.equals("tools/list") && conversation.transport().hasHeaders()) {
      toolHeaders.learn(Answers.array(result, "tools"));
    }
    return result;
  }

  private ObjectNode whole(ObjectNode params, boolean withTasks) {
    var whole = params.deepCopy();
    var given = Json.child(params, "_meta");
    whole.set("_meta", meta(options, withTasks).setAll(given));
    return whole;
  }

  private Envelope envelope(String method, ObjectNode params) {
    var headers = Headers.of(VERSION, method, params);
    if (method.equals("tools/call")) {
      headers.putAll(toolHeaders.of(params));
    }
    return new Envelope(headers, false);
  }

  @Override
  public TaskHandle callAsTask(ObjectNode params) {
    var result = inRounds("tools/call", params, true, null);
    var state =
        "task".equals(Json.text(result, "resultType"))
            ? TaskState.of(result)
            : TaskState.completed(Answers.toolResult(result));
    return new TaskHandle(state, this, conversation);
  }

  @Override
  public Subscription listen(Wanted wanted) {
    var params = Json.object();
    params.set("notifications", wanted.json());
    var whole = whole(params, !wanted.tasks().isEmpty());
    var method = "subscriptions/listen";
    var open = conversation.open(method, whole, envelope(method, whole), options.limit(), false);
    try {
      open.acknowledgement(options.limit());
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
    return new ModernSubscription(wanted, open, conversation.announcer());
  }

  /// This revision has no ping; whatever is always answered will do.
  @Override
  public void ping() {
    request("server/discover", Json.object(), null);
  }
}
