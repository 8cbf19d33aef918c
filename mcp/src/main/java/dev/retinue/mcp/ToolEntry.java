package dev.retinue.mcp;

import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.RecordSchema;
import dev.retinue.mcp.schema.Validator;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A tool in the registry: what the list shows, and what a call does.
public record ToolEntry(
    ToolInfo info, Tool.TaskSupport tasks, Handler prepare, Handler handler, Validator input) {

  /// Takes arguments that fit the schema.
  public interface Handler {
    ToolResult handle(ObjectNode arguments, Call call) throws Exception;
  }

  /// A tool whose schema and results are written by hand.
  public static ToolEntry of(ToolInfo info, Tool.TaskSupport tasks, Handler handler) {
    Handler nothing = (_, _) -> ToolResult.of();
    return new ToolEntry(info, tasks, nothing, handler, new Validator(info.inputSchema()));
  }

  public static <I extends Record, O extends Record> ToolEntry of(Tool<I, O> tool) {
    var spec = tool.getClass().getAnnotation(Tool.Spec.class);
    if (spec == null) {
      throw new IllegalArgumentException(tool.getClass() + " has no @Tool.Spec");
    }
    var types = typesOf(tool.getClass());
    @SuppressWarnings("unchecked")
    var inputType = (Class<I>) types.getFirst();
    var outputType = (Class<?>) types.getLast();
    boolean plain = outputType == ToolResult.class;
    var schema = RecordSchema.of(inputType);
    var info =
        new ToolInfo(
            spec.name(),
            orNull(spec.title()),
            spec.description(),
            schema.json(),
            plain ? null : RecordSchema.of(outputType).json(),
            annotations(spec),
            null);
    return new ToolEntry(
        info,
        spec.tasks(),
        (arguments, call) -> {
          tool.prepare(decode(schema, arguments, inputType, info), call);
          return ToolResult.of();
        },
        (arguments, call) -> result(tool.call(decode(schema, arguments, inputType, info), call)),
        new Validator(info.inputSchema()));
  }

  private static <I> I decode(
      RecordSchema schema, ObjectNode arguments, Class<I> type, ToolInfo info) {
    try {
      return schema.decode(arguments, type);
    } catch (IllegalArgumentException e) {
      throw new ToolException(
          "The arguments of %s are not valid: %s".formatted(info.name(), e.getMessage()));
    }
  }

  /// Models read `structuredContent` where both are given, people read the text: both say it all.
  private static ToolResult result(Record output) {
    if (output instanceof ToolResult result) {
      return result;
    }
    var json = Json.TOOLS.valueToTree(output);
    return new ToolResult(List.of(Content.text(json.toString())), json, false);
  }

  private static List<Type> typesOf(Class<?> type) {
    for (var implemented : type.getGenericInterfaces()) {
      if (implemented instanceof ParameterizedType generic && generic.getRawType() == Tool.class) {
        return List.of(generic.getActualTypeArguments());
      }
    }
    throw new IllegalArgumentException(type + " must itself implement Tool, with its records");
  }

  private static ToolInfo.Annotations annotations(Tool.Spec spec) {
    return new ToolInfo.Annotations(
        orNull(spec.title()),
        spec.readOnly(),
        !spec.readOnly() && spec.destructive(),
        spec.readOnly() || spec.idempotent(),
        spec.openWorld());
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
