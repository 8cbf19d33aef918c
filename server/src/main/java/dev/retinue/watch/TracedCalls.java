package dev.retinue.watch;

import dev.retinue.core.RunId;
import dev.retinue.core.trace.Concern;
import dev.retinue.core.trace.Span;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.core.trace.Tracer;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.CallObserver;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Gives every call of a tool its place in a trace: that which its client names, else that of the
/// run which calls.
final class TracedCalls implements CallObserver {
  private static final int MOST_SHAPES = 1_000;

  private final CallObserver counted;
  private final Tracer tracer;
  private final RunSpans runs;
  private final Function<Caller, Concern> concern;
  private final Map<String, Shape> shapes = new ConcurrentHashMap<>();

  /// What all calls of a tool have in common.
  private record Shape(String name, Map<String, Object> attributes) {
    static Shape of(String tool) {
      return new Shape(
          "tools/call " + tool,
          Map.of(
              "gen_ai.operation.name",
              "execute_tool",
              "gen_ai.tool.name",
              tool,
              "mcp.method.name",
              "tools/call"));
    }
  }

  TracedCalls(
      CallObserver counted, Tracer tracer, RunSpans runs, Function<Caller, Concern> concern) {
    this.counted = counted;
    this.tracer = tracer;
    this.runs = runs;
    this.concern = concern;
  }

  @Override
  public ToolResult around(String tool, Call call, Work work) throws Exception {
    var above = above(call);
    if (above == null && !tracer.isOn()) {
      return counted.around(tool, call, work);
    }
    var shape = shape(tool);
    var span = tracer.begin(shape.name, Span.Kind.SERVER, above, shape.attributes);
    var error = "error";
    try {
      var result =
          TraceContext.<ToolResult, Exception>during(
              span.context(), () -> counted.around(tool, call, work));
      error = result.isError() ? "tool_failed" : null;
      return result;
    } catch (Asked e) {
      error = null;
      throw e;
    } catch (InterruptedException e) {
      error = "cancelled";
      throw e;
    } finally {
      span.end(error);
    }
  }

  private Shape shape(String tool) {
    var known = shapes.get(tool);
    if (known != null) {
      return known;
    }
    var shape = Shape.of(tool);
    if (shapes.size() < MOST_SHAPES) {
      shapes.put(tool, shape);
    }
    return shape;
  }

  private @Nullable TraceContext above(Call call) {
    var meta = call.meta();
    if (meta.has("traceparent")) {
      var named = TraceContext.find(Json.text(meta, "traceparent"), Json.text(meta, "tracestate"));
      if (named != null) {
        return named;
      }
    }
    var here = TraceContext.current();
    if (here != null || !tracer.isOn()) {
      return here;
    }
    var run = concern.apply(call.caller()).run();
    return run == null ? null : runs.of(new RunId(run));
  }

  @Override
  public void refused(String tool, Caller caller) {
    counted.refused(tool, caller);
  }
}
