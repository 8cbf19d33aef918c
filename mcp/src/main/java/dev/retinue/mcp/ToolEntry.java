package dev.retinue.mcp;

import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.schema.MisfitException;
import dev.retinue.mcp.schema.RecordSchema;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.mcp.schema.Validator;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A tool in the registry: what the list shows, and what a call does.
public record ToolEntry(
    ToolInfo info,
    Tool.TaskSupport tasks,
    Edition edition,
    Handler prepare,
    Handler handler,
    Validator input) {
  private static final ToolResult NO_RESULT = ToolResult.of();
  private static final Handler NOTHING = (_, _) -> NO_RESULT;

  /// Takes arguments that fit the schema.
  public interface Handler {
    ToolResult handle(ObjectNode arguments, Call call) throws Exception;
  }

  /// Which calls of the tool may be taken up again: none, or those of the same version.
  public record Edition(int version, boolean resumable) {
    private static final Edition FIRST = new Edition(1, false);
  }

  /// A tool whose schema and results are written by hand.
  public static ToolEntry of(ToolInfo info, Tool.TaskSupport tasks, Handler handler) {
    return new ToolEntry(
        info, tasks, Edition.FIRST, NOTHING, handler, new Validator(info.inputSchema()));
  }

  public ToolEntry in(Edition other) {
    return new ToolEntry(info, tasks, other, prepare, handler, input);
  }

  public static <I extends Record, O extends Record> ToolEntry of(Tool<I, O> tool) {
    var type = tool.getClass();
    var spec = specOf(type);
    @SuppressWarnings("unchecked")
    var inputType = (Class<I>) typesOf(type).getFirst();
    var schema = RecordSchema.of(inputType);
    var input = new InputOf<>(spec.name(), schema, inputType);
    var info = info(spec, schema, typesOf(type).getLast());
    Handler prepare =
        (arguments, call) -> {
          tool.prepare(input.decode(arguments), call);
          return NO_RESULT;
        };
    return new ToolEntry(
        info,
        spec.tasks(),
        new Edition(spec.version(), spec.resumable()),
        prepares(type) ? prepare : NOTHING,
        (arguments, call) -> result(tool.call(input.decode(arguments), call)),
        new Validator(info.inputSchema()));
  }

  /// A tool that is shown here and called elsewhere.
  public static ToolEntry shown(Class<?> type) {
    var spec = specOf(type);
    var types = typesOf(type);
    var info = info(spec, RecordSchema.of((Class<?>) types.getFirst()), types.getLast());
    return of(
            info,
            spec.tasks(),
            (_, _) -> {
              throw new IllegalStateException(spec.name() + " is called elsewhere");
            })
        .in(new Edition(spec.version(), spec.resumable()));
  }

  private static Tool.Spec specOf(Class<?> type) {
    var spec = type.getAnnotation(Tool.Spec.class);
    if (spec == null) {
      throw new IllegalArgumentException(type + " has no @Tool.Spec");
    }
    return spec;
  }

  private static ToolInfo info(Tool.Spec spec, RecordSchema input, Type output) {
    return new ToolInfo(
        spec.name(),
        orNull(spec.title()),
        spec.description(),
        input.json(),
        output == ToolResult.class ? null : RecordSchema.of((Class<?>) output).json(),
        annotations(spec),
        null);
  }

  /// Makes the input of a tool.
  private record InputOf<I>(String tool, RecordSchema schema, Class<I> type) {
    I decode(ObjectNode arguments) {
      try {
        return schema.decode(arguments, type);
      } catch (MisfitException e) {
        throw new ToolException(invalid(tool, e.sentence()));
      }
    }
  }

  /// What a model is told whose arguments do not fit.
  public static String invalid(String tool, String why) {
    return "The arguments of %s are not valid: %s".formatted(tool, why);
  }

  /// Models read `structuredContent` where both are given, people read the text: both say it all.
  public static ToolResult result(Record output) {
    if (output instanceof ToolResult result) {
      return result;
    }
    var json = ToolJson.MAPPER.valueToTree(output);
    var text = output instanceof Tool.Worded worded ? worded.text() : json.toString();
    boolean failed = output instanceof Tool.Fallible fallible && fallible.failed();
    return new ToolResult(List.of(Content.text(text)), json, failed);
  }

  /// Most tools have nothing to prepare, and their arguments need not be decoded for it.
  private static boolean prepares(Class<?> type) {
    return Stream.of(type.getMethods())
        .filter(method -> method.getName().equals("prepare"))
        .anyMatch(method -> method.getDeclaringClass() != Tool.class);
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
