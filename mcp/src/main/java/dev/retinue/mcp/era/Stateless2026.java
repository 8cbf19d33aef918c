package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Departure;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Places;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Revision 2026-07-28: every request says all there is to know of it, and nothing else is known.
public final class Stateless2026 implements Era {
  private static final String VERSION = "2026-07-28";
  private static final int TTL_MILLIS = 60_000;

  private final Methods methods;
  private final Tasks tasks;
  private final Subscriptions subscriptions;
  private final RequestState states;
  private final ObjectNode serverInfo;

  /// @param key seals what half-answered requests carry through the client; asked for when needed
  public Stateless2026(
      McpServer server, TaskStore store, Supplier<SecretKey> key, InstantSource clock) {
    this(server, store, key, clock, Places.ANY);
  }

  /// @param places how many subscriptions one caller may have
  public Stateless2026(
      McpServer server,
      TaskStore store,
      Supplier<SecretKey> key,
      InstantSource clock,
      Places places) {
    this(server, new Tasks(store, clock), new RequestState(key, clock), places);
  }

  private Stateless2026(McpServer server, Tasks tasks, RequestState states, Places places) {
    this.methods = new Methods(server);
    this.tasks = tasks;
    this.subscriptions = new Subscriptions(server, tasks, places);
    this.states = states;
    this.serverInfo = server.info().json();
  }

  /// The same era with other offers and the same tasks: one that was begun at either can be asked
  /// for, answered and cancelled at both, and is taken up again once.
  public Stateless2026 offering(McpServer other) {
    return new Stateless2026(other, tasks, states, subscriptions.places());
  }

  @Override
  public Set<String> versions() {
    return Set.of(VERSION);
  }

  /// Takes up the calls that were tasks when an earlier process ended, each on a thread of its own.
  /// Those that cannot be taken up have failed, and say so. Call this once the tools are there.
  ///
  /// @param callers who a caller's id stands for, if it still stands for anybody
  public void resume(Function<String, Optional<Caller>> callers) {
    new Resumption(methods.server(), tasks, this::work).resume(callers);
  }

  /// How many clients listen.
  public int subscriptions() {
    return subscriptions.size();
  }

  /// Ends all subscriptions in order, and stops the work of tasks without ending them: a process
  /// after this one may take them up.
  public void close() {
    tasks.close();
    subscriptions.close();
  }

  @Override
  public void handle(Message message, Exchange exchange) {
    // Not by a switch over types: the JVM makes a class of it while the first answer waits.
    if (message instanceof Message.Request request) {
      handle(request, exchange);
      return;
    }
    // Servers of this era ask nothing by request, so there are no answers to deal with.
    if (message instanceof Message.Notification(var method, var params)
        && method.equals("notifications/cancelled")
        && params.has("requestId")) {
      var why = Departure.of(Json.text(params, "reason"));
      RequestId.read(params.get("requestId")).ifPresent(id -> exchange.calls().cancel(id, why));
    }
    exchange.reply(202, Map.of(), null);
  }

  private void handle(Message.Request request, Exchange exchange) {
    var line = new ModernLine(exchange);
    try (var call = exchange.calls().begin(request.id(), line::silence)) {
      if (exchange.hasHeaders()) {
        exchange.onGone(() -> call.cancel(Departure.GONE));
      }
      Message answer;
      int status = 200;
      try {
        var meta = meta(request);
        check(request, meta, exchange);
        if (request.method().equals("subscriptions/listen")) {
          subscriptions.listen(request, knowsTasks(meta), exchange);
          if (call.isCancelled()) {
            exchange.calls().cancel(request.id(), Departure.GONE);
          }
          return;
        }
        answer =
            new Message.Result(
                request.id(), dispatch(request, meta, new Path(line, call), exchange));
      } catch (RpcException e) {
        answer = new Message.Failure(request.id(), e.error());
        status = e.httpStatus();
      } catch (Throwable e) {
        // What a cancelled handler throws is of no interest; whatever else is thrown is answered.
        if (call.isCancelled()) {
          line.abandon();
          return;
        }
        answer = new Message.Failure(request.id(), Failures.defect(request.method(), e));
        status = 500;
      }
      if (call.isCancelled()) {
        line.abandon();
      } else {
        line.end(status, answer);
        methods.server().prepare();
      }
    }
  }

  private static ObjectNode meta(Message.Request request) {
    var meta = Json.child(request.params(), "_meta");
    if (Json.text(meta, Meta.VERSION) == null
        || !(meta.get(Meta.CLIENT_CAPABILITIES) instanceof ObjectNode)) {
      throw new RpcException(
          new RpcError(
              RpcError.INVALID_PARAMS,
              "\"_meta\" must hold \"%s\" and \"%s\""
                  .formatted(Meta.VERSION, Meta.CLIENT_CAPABILITIES)),
          400);
    }
    return meta;
  }

  private void check(Message.Request request, ObjectNode meta, Exchange exchange) {
    var version = String.valueOf(Json.text(meta, Meta.VERSION));
    if (exchange.hasHeaders()) {
      HeaderRules.check(request, version, methods.server(), exchange);
    }
    if (!version.equals(VERSION)) {
      var data = Json.object().put("requested", version);
      data.putArray("supported").add(VERSION);
      throw new RpcException(
          new RpcError(RpcError.UNSUPPORTED_VERSION, "This server does not speak " + version, data),
          400);
    }
    // Also for those requests that log nothing.
    level(meta);
  }

  private ObjectNode dispatch(
      Message.Request request, ObjectNode meta, Path line, Exchange exchange) throws Exception {
    methods.requireOffered(request.method());
    var params = request.params();
    return switch (request.method()) {
      case "server/discover" -> cacheable(discover());
      case "tools/list" -> cacheable(methods.listTools(params, exchange.caller()));
      case "resources/list" -> cacheable(methods.listResources(params));
      case "resources/templates/list" -> cacheable(methods.listTemplates(params));
      case "prompts/list" -> cacheable(methods.listPrompts(params, exchange.caller()));
      case "completion/complete" -> complete(methods.complete(params, exchange.caller()));
      case "tools/call" -> withInput(request, call(request, meta, line, exchange), this::callTool);
      case "resources/read" ->
          withInput(
              request,
              call(request, meta, line, exchange),
              (read, call) ->
                  // What is behind an address may be another thing a moment later.
                  cacheable(
                      Methods.contents(methods.read(read.params(), call, RpcError.INVALID_PARAMS)),
                      0));
      case "prompts/get" ->
          withInput(
              request,
              call(request, meta, line, exchange),
              (get, call) -> complete(Methods.json(methods.prompt(get.params(), call))));
      case "tasks/get" -> complete(task(params, meta, exchange).detailedJson());
      case "tasks/update" -> {
        var task = task(params, meta, exchange);
        tasks.update(task.id(), exchange.caller(), Json.child(params, "inputResponses"));
        yield complete(Json.object());
      }
      case "tasks/cancel" -> {
        tasks.cancel(task(params, meta, exchange).id(), exchange.caller());
        yield complete(Json.object());
      }
      default -> throw RpcException.methodNotFound(request.method());
    };
  }

  private dev.retinue.mcp.Task task(ObjectNode params, ObjectNode meta, Exchange exchange) {
    if (!knowsTasks(meta)) {
      throw Tasks.undeclared();
    }
    return tasks.get(Methods.required(params, "taskId"), exchange.caller());
  }

  private static boolean knowsTasks(ObjectNode meta) {
    return meta.path(Meta.CLIENT_CAPABILITIES).path("extensions").has(Meta.TASKS);
  }

  private ObjectNode discover() {
    var result = Json.object();
    result.putArray("supportedVersions").add(VERSION);
    var capabilities = methods.capabilities();
    capabilities.putObject("extensions").putObject(Meta.TASKS);
    result.set("capabilities", capabilities);
    return result.put("instructions", methods.server().instructions());
  }

  private ObjectNode callTool(Message.Request request, CallBase call) throws Exception {
    var tool = methods.tool(request.params(), call.caller());
    var arguments = Methods.arguments(tool, request.params());
    var refusal = methods.refusal(tool, arguments, call.caller());
    if (refusal.isPresent()) {
      return complete(refusal.get().json());
    }
    boolean knowsTasks = knowsTasks(call.meta());
    if (tool.tasks() == TaskSupport.REQUIRED && !knowsTasks) {
      throw Tasks.undeclared();
    }
    ToolResult early = methods.prepare(tool, arguments, call);
    if (early.isError()) {
      return complete(early.json());
    }
    if (tool.tasks() != TaskSupport.NEVER && knowsTasks) {
      return beginTask(tool, arguments, call);
    }
    return complete(methods.work(tool, arguments, call).json());
  }

  private ObjectNode beginTask(ToolEntry tool, ObjectNode arguments, CallBase call) {
    try {
      var task = tasks.begin(call, tool, arguments, work(tool, arguments));
      return withServerInfo(task.json().put("resultType", "task"));
    } catch (ToolException e) {
      return complete(e.result().json());
    }
  }

  private Tasks.Work work(ToolEntry tool, ObjectNode arguments) {
    return call -> complete(methods.work(tool, arguments, call).json());
  }

  private interface Asking {
    ObjectNode answer(Message.Request request, CallBase call) throws Exception;
  }

  /// Lets a handler ask: what it asks goes back as the result, with all that it needs to go on.
  private ObjectNode withInput(Message.Request request, CallBase call, Asking handler)
      throws Exception {
    var state = Json.text(request.params(), "requestState");
    var series = state == null ? null : states.open(state, identity(request, call), call);
    boolean ended = false;
    try {
      var result = handler.answer(request, call);
      ended = true;
      return result;
    } catch (InputRequired e) {
      var result = Json.object().put("resultType", "input_required");
      var requests = result.putObject("inputRequests");
      e.questions()
          .forEach(
              (key, question) -> {
                var asked = requests.putObject(key).put("method", question.method());
                asked.set("params", question.params());
              });
      result.put("requestState", states.seal(identity(request, call), call));
      return withServerInfo(result);
    } finally {
      if (!ended && series != null) {
        states.giveBack(series);
      }
    }
  }

  /// Made only for a request that asks or was asked: it costs as much as a quick call.
  private static String identity(Message.Request request, CallBase call) {
    return RequestState.request(call.caller(), request.method(), request.params());
  }

  /// The way back of a request, and whether somebody is at its end.
  private record Path(ModernLine line, RunningCalls.Cancellation running) {}

  private static CallBase call(
      Message.Request request, ObjectNode meta, Path path, Exchange exchange) {
    var given = Json.child(request.params(), "inputResponses");
    return new ModernCall(exchange.caller(), meta, given, path.line, level(meta))
        .during(path.running);
  }

  private static @Nullable LogLevel level(ObjectNode meta) {
    if (!meta.has(Meta.LOG_LEVEL)) {
      return null;
    }
    var name = meta.path(Meta.LOG_LEVEL).asString("");
    return LogLevel.find(name)
        .orElseThrow(() -> RpcException.invalidParams("There is no log level '" + name + "'"));
  }

  private ObjectNode cacheable(ObjectNode result) {
    return cacheable(result, TTL_MILLIS);
  }

  private ObjectNode cacheable(ObjectNode result, int millis) {
    return complete(result.put("ttlMs", millis).put("cacheScope", "private"));
  }

  private ObjectNode complete(ObjectNode result) {
    return withServerInfo(result.put("resultType", "complete"));
  }

  private ObjectNode withServerInfo(ObjectNode result) {
    result.withObjectProperty("_meta").set(Meta.SERVER_INFO, serverInfo);
    return result;
  }
}
