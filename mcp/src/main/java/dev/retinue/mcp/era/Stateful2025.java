package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Departure;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Places;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// The revisions up to 2025-11-25: a handshake, a session, and streams to come back to.
public final class Stateful2025 implements Era {
  static final String NEWEST = "2025-11-25";
  private static final List<String> VERSIONS =
      List.of(NEWEST, "2025-06-18", "2025-03-26", "2024-11-05");

  public static final RpcError TOO_MANY_SUBSCRIPTIONS =
      RpcError.limit(
          "fixed.mcp-resources-per-connection",
          Session.MOST_SUBSCRIPTIONS,
          "it unsubscribes from one",
          "This session has too many subscriptions; unsubscribe from some of them.");

  private final Methods methods;
  private final Sessions sessions;

  public Stateful2025(McpServer server, InstantSource clock) {
    this(server, clock, Places.ANY);
  }

  /// @param places how many sessions one caller may have
  public Stateful2025(McpServer server, InstantSource clock, Places places) {
    this.methods = new Methods(server);
    this.sessions = new Sessions(server, clock, places);
  }

  @Override
  public Set<String> versions() {
    return new LinkedHashSet<>(VERSIONS);
  }

  /// The only revision over HTTP that has several messages in one.
  public boolean takesBatches(Exchange exchange) {
    return sessions.require(exchange.session(), exchange.caller()).version().equals("2025-03-26");
  }

  @Override
  public void handle(Message message, Exchange exchange) {
    try {
      checkVersionHeader(exchange);
      if (message instanceof Message.Request request && request.method().equals("initialize")) {
        initialize(request, exchange);
        return;
      }
      var session = sessions.require(exchange.session(), exchange.caller());
      if (message instanceof Message.Request request) {
        handle(request, session, exchange);
        return;
      }
      hear(message, session);
      exchange.reply(202, Map.of(), null);
    } catch (RpcException e) {
      var id = message instanceof Message.Request request ? request.id() : null;
      boolean answerable = id != null || exchange.hasHeaders();
      exchange.reply(
          e.httpStatus(), Map.of(), answerable ? new Message.Failure(id, e.error()) : null);
    }
  }

  /// No pattern switch: the JVM makes its machinery while a client waits for its first answers.
  private void hear(Message message, Session session) {
    if (message instanceof Message.Notification notification) {
      note(notification, session);
    } else if (message instanceof Message.Result answer) {
      session.answered(answer.id(), message);
    } else if (message instanceof Message.Failure failure && failure.id() != null) {
      session.answered(failure.id(), message);
    }
  }

  /// A client that wants to hear what no request asked for, or that comes back to a stream.
  public void listen(Exchange exchange) {
    var session = sessions.require(exchange.session(), exchange.caller());
    var lastEvent = exchange.header("Last-Event-ID");
    if (lastEvent == null) {
      session.general().begin(exchange, session.canComeBack());
      return;
    }
    int split = lastEvent.lastIndexOf('_');
    ReplayStream stream;
    long after;
    try {
      stream = session.stream(lastEvent.substring(0, Math.max(0, split))).orElseThrow();
      after = Long.parseLong(lastEvent.substring(split + 1));
    } catch (NumberFormatException | NoSuchElementException e) {
      throw new RpcException(
          new RpcError(RpcError.INVALID_REQUEST, "There is no such event to go on from"), 400);
    }
    stream.attach(exchange, after);
  }

  /// A client that is done.
  public void end(Exchange exchange) {
    sessions.end(sessions.require(exchange.session(), exchange.caller()));
    exchange.reply(200, Map.of(), null);
  }

  /// A client whose connection was its session, and is gone.
  public void leave(Exchange exchange) {
    sessions.find(exchange.session(), exchange.caller()).ifPresent(sessions::end);
  }

  /// How many sessions there are.
  public int sessions() {
    return sessions.size();
  }

  /// Ends every session, and cancels the calls at work in them.
  public void close() {
    sessions.endAll();
  }

  private static void checkVersionHeader(Exchange exchange) {
    var version = exchange.header("MCP-Protocol-Version");
    if (version != null && !VERSIONS.contains(version.strip())) {
      throw new RpcException(
          new RpcError(
              RpcError.INVALID_REQUEST, "This server does not speak the revision " + version),
          400);
    }
  }

  private void initialize(Message.Request request, Exchange exchange) {
    var asked = String.valueOf(Json.text(request.params(), "protocolVersion"));
    boolean known =
        VERSIONS.contains(asked) && !(exchange.hasHeaders() && asked.equals("2024-11-05"));
    var version = known ? asked : NEWEST;
    var session = sessions.begin(exchange, version, Peer.of(request.params()));
    var result = Json.object().put("protocolVersion", version);
    result.set("capabilities", methods.capabilities());
    result.set("serverInfo", methods.server().info().json());
    result.put("instructions", methods.server().instructions());
    var headers =
        exchange.hasHeaders() ? Map.of("Mcp-Session-Id", session.id()) : Map.<String, String>of();
    exchange.reply(200, headers, new Message.Result(request.id(), result));
    methods.server().prepare();
    if (!exchange.hasHeaders()) {
      session.general().attach(exchange, 0);
    }
  }

  private static void note(Message.Notification notification, Session session) {
    if (notification.method().equals("notifications/cancelled")
        && notification.params().has("requestId")) {
      var why = Departure.of(Json.text(notification.params(), "reason"));
      RequestId.read(notification.params().get("requestId"))
          .ifPresent(id -> session.calls().cancel(id, why));
    }
  }

  private void handle(Message.Request request, Session session, Exchange exchange) {
    var line = new LegacyLine(exchange, session);
    try (var running = session.calls().begin(request.id(), line::silence)) {
      Message answer;
      int status = 200;
      try {
        answer =
            new Message.Result(
                request.id(), dispatch(request, session, exchange.caller(), line, running));
      } catch (RpcException e) {
        answer = new Message.Failure(request.id(), e.error());
        status = e.httpStatus() == 404 ? 200 : e.httpStatus();
      } catch (Throwable e) {
        // What a cancelled handler throws is of no interest; whatever else is thrown is answered.
        if (running.isCancelled()) {
          line.abandon();
          return;
        }
        answer = new Message.Failure(request.id(), Failures.defect(request.method(), e));
      }
      if (running.isCancelled()) {
        line.abandon();
      } else {
        line.end(status, answer);
      }
    }
  }

  private ObjectNode dispatch(
      Message.Request request,
      Session session,
      Caller caller,
      LegacyLine line,
      RunningCalls.Cancellation running)
      throws Exception {
    methods.requireOffered(request.method());
    var params = request.params();
    var call = new LegacyCall(caller, session, Json.child(params, "_meta"), line).during(running);
    return switch (request.method()) {
      case "ping" -> Json.object();
      case "tools/list" -> methods.listTools(params, caller);
      case "tools/call" -> callTool(params, call);
      case "resources/list" -> methods.listResources(params);
      case "resources/templates/list" -> methods.listTemplates(params);
      case "resources/read" ->
          Methods.contents(methods.read(params, call, RpcError.RESOURCE_NOT_FOUND_BEFORE_2026));
      case "resources/subscribe" -> {
        if (!session.watch(Methods.required(params, "uri"))) {
          throw new RpcException(TOO_MANY_SUBSCRIPTIONS);
        }
        yield Json.object();
      }
      case "resources/unsubscribe" -> {
        session.unwatch(Methods.required(params, "uri"));
        yield Json.object();
      }
      case "prompts/list" -> methods.listPrompts(params, caller);
      case "prompts/get" -> Methods.json(methods.prompt(params, call));
      case "completion/complete" -> methods.complete(params, caller);
      case "logging/setLevel" -> {
        var name = Methods.required(params, "level");
        session.level(
            LogLevel.find(name)
                .orElseThrow(
                    () -> RpcException.invalidParams("There is no log level '" + name + "'")));
        yield Json.object();
      }
      default -> throw RpcException.methodNotFound(request.method());
    };
  }

  private ObjectNode callTool(ObjectNode params, CallBase call) throws Exception {
    var tool = methods.tool(params, call.caller());
    var arguments = Methods.arguments(tool, params);
    var refusal = methods.refusal(tool, arguments, call.caller());
    if (refusal.isPresent()) {
      return refusal.get().json();
    }
    ToolResult early = methods.prepare(tool, arguments, call);
    var result = early.isError() ? early : methods.work(tool, arguments, call);
    return result.json();
  }
}
