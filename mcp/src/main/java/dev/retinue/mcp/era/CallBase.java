package dev.retinue.mcp.era;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Departure;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What all kinds of calls have in common: answers are remembered by their keys, progress only
/// grows, and what is sent goes the way of the call.
abstract class CallBase implements Call {
  private static final int LONGEST_ID = 100;

  private final Caller caller;
  private final ObjectNode meta;
  private final ObjectNode capabilities;
  private final Map<String, ObjectNode> answers = new LinkedHashMap<>();
  private final Map<String, String> handles = new HashMap<>();
  private RunningCalls.@Nullable Cancellation running;
  private @Nullable String id;
  private String tool = "";
  private double furthest = Double.NEGATIVE_INFINITY;

  CallBase(Caller caller, ObjectNode meta, ObjectNode capabilities) {
    this.caller = caller;
    this.meta = meta;
    this.capabilities = capabilities;
  }

  /// Gets the answers to questions that have none yet, or does not return.
  abstract Map<String, ObjectNode> obtain(Map<String, InputRequest> questions);

  abstract void send(Message.Notification notification);

  /// The least level that the client wants to hear of, or null if it wants to hear nothing.
  abstract @Nullable LogLevel logLevel();

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public String id() {
    if (id == null) {
      var given = givenName();
      id = given == null ? Randomness.id() : given;
    }
    return id;
  }

  @Override
  public boolean isNamed() {
    return givenName() != null;
  }

  private @Nullable String givenName() {
    var given = Json.text(meta, Meta.CALL);
    return given == null || given.isBlank() || given.length() > LONGEST_ID ? null : given;
  }

  @Override
  public String tool() {
    return tool;
  }

  /// This is a call of this tool.
  void of(String name) {
    tool = name;
  }

  /// This is the call that was known by this id before.
  void named(String known) {
    id = known;
  }

  @Override
  public ObjectNode meta() {
    return meta;
  }

  /// This is at work there, and ends when that is called off.
  CallBase during(RunningCalls.Cancellation work) {
    running = work;
    return this;
  }

  @Override
  public Optional<Departure> departure() {
    return running == null ? Optional.empty() : running.departure();
  }

  @Override
  public String clientName() {
    return Json.child(meta, Meta.CLIENT_INFO).path("name").asString("");
  }

  @Override
  public boolean clientCan(String capability) {
    return capabilities.has(capability);
  }

  Map<String, ObjectNode> answers() {
    return answers;
  }

  Map<String, String> handles() {
    return handles;
  }

  @Override
  public Map<String, ObjectNode> ask(Map<String, InputRequest> questions) {
    var open = new LinkedHashMap<>(questions);
    open.keySet().removeAll(answers.keySet());
    if (!open.isEmpty()) {
      answers.putAll(obtain(open));
    }
    var asked = new LinkedHashMap<>(answers);
    asked.keySet().retainAll(questions.keySet());
    return asked;
  }

  @Override
  public String remember(String key, Supplier<String> begin) {
    var known = handles.get(key);
    if (known != null) {
      return known;
    }
    var begun = begin.get();
    handles.put(key, begun);
    keep(key, begun);
    return begun;
  }

  /// Keeps the handle of what was just begun, where the call outlives its request.
  void keep(String key, String handle) {}

  @Override
  public synchronized void progress(double done, @Nullable Double total, @Nullable String message) {
    var token = meta.get("progressToken");
    boolean asked = token != null && (token.isString() || token.isIntegralNumber());
    if (!asked || !(done > furthest)) {
      return;
    }
    furthest = done;
    var params = Json.object();
    params.set("progressToken", token);
    params.put("progress", done);
    if (total != null) {
      params.put("total", total);
    }
    if (message != null) {
      params.put("message", message);
    }
    send(new Message.Notification("notifications/progress", params));
  }

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {
    var least = logLevel();
    if (least != null && level.compareTo(least) >= 0) {
      var params = Json.object().put("level", level.wireName()).put("logger", logger);
      params.set("data", data);
      send(new Message.Notification("notifications/message", params));
    }
  }
}
