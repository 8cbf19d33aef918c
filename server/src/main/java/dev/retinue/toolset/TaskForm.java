package dev.retinue.toolset;

import dev.retinue.core.CallTask;
import dev.retinue.core.RunId;
import dev.retinue.mcp.Origin;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A task of the protocol as it is written down, and back.
final class TaskForm {
  /// Not the protocol's own, which reads no more than a message may hold: a result may be longer.
  private static final JsonMapper READER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private TaskForm() {}

  static CallTask stored(Task task) {
    var origin = task.origin();
    var call =
        new CallTask.Call(
            origin.tool(),
            ArgumentsDigest.of(origin.arguments()),
            Json.WIRE.writeValueAsString(origin.arguments()),
            Json.WIRE.writeValueAsString(memory(origin)),
            new TreeMap<>(origin.memory().handles())
                .values().stream().map(RunId::find).flatMap(Optional::stream).toList());
    return new CallTask(
        task.id(),
        task.callerId(),
        call,
        CallTask.Status.valueOf(task.status().name()),
        new CallTask.Span(task.createdAt(), task.updatedAt(), task.ttl()),
        task.questions().isEmpty() ? null : Json.WIRE.writeValueAsString(task.questions()),
        outcome(task));
  }

  static Task read(CallTask stored) {
    var status = Task.Status.valueOf(stored.status().name());
    var outcome = stored.outcome();
    boolean failed = status == Task.Status.FAILED;
    return new Task(
        stored.id(),
        origin(stored),
        status,
        stored.span().createdAt(),
        stored.span().updatedAt(),
        stored.span().ttl(),
        objects(object(stored.questions())),
        outcome == null || failed ? null : object(outcome),
        outcome == null || !failed ? null : READER.readValue(outcome, RpcError.class));
  }

  private static ObjectNode memory(Origin origin) {
    var memory = Json.object().put("version", origin.version());
    memory.set("meta", origin.meta());
    var answers = memory.putObject("answers");
    origin.memory().answers().forEach(answers::set);
    var handles = memory.putObject("handles");
    origin.memory().handles().forEach(handles::put);
    return memory;
  }

  private static Origin origin(CallTask stored) {
    var call = stored.call();
    var memory = object(call.memory());
    var handles =
        Json.child(memory, "handles").properties().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, handle -> handle.getValue().asString()));
    return new Origin(
        stored.caller(),
        call.tool(),
        memory.path("version").asInt(1),
        object(call.arguments()),
        Json.child(memory, "meta"),
        new Origin.Memory(objects(Json.child(memory, "answers")), handles));
  }

  private static @Nullable String outcome(Task task) {
    if (task.error() != null) {
      return Json.WIRE.writeValueAsString(task.error());
    }
    return task.result() == null ? null : Json.WIRE.writeValueAsString(task.result());
  }

  private static ObjectNode object(@Nullable String json) {
    return json == null ? Json.object() : READER.readValue(json, ObjectNode.class);
  }

  /// In the order in which they were written: questions are asked in an order.
  private static Map<String, ObjectNode> objects(ObjectNode object) {
    var members = new LinkedHashMap<String, ObjectNode>();
    object
        .properties()
        .forEach(
            member -> {
              if (member.getValue() instanceof ObjectNode value) {
                members.put(member.getKey(), value);
              }
            });
    return members;
  }
}
