package dev.retinue.cli.serve;

import dev.retinue.core.Masked;
import dev.retinue.core.trace.Concern;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.mcp.rpc.Json;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One JSON object on one line for each thing that is logged, with the caller, the run and the
/// trace for which it happened.
final class JsonLine extends Formatter {
  private static final int LONGEST = 4_000;
  private static final int MOST_FRAMES = 20;

  @Override
  public String format(LogRecord record) {
    var json =
        Json.object()
            .put("time", record.getInstant().toString())
            .put("level", record.getLevel().getName().toLowerCase(Locale.ROOT));
    put(json, "logger", String.valueOf(record.getLoggerName()));
    put(json, "message", formatMessage(record));
    addConcern(json);
    // Last: what is told of a run knows better for whom it is.
    var parameters = record.getParameters();
    if (parameters != null && parameters.length == 1 && parameters[0] instanceof Map<?, ?> facts) {
      facts.forEach((key, value) -> put(json, String.valueOf(key), value));
    }
    addThrown(json, record.getThrown());
    return json + "\n";
  }

  private static void addConcern(ObjectNode json) {
    var concern = Concern.current();
    if (concern != null) {
      put(json, "caller", concern.caller());
      put(json, "run", concern.run());
    }
    var trace = TraceContext.current();
    if (trace != null) {
      json.put("trace_id", trace.trace()).put("span_id", trace.span());
    }
  }

  private static void addThrown(ObjectNode json, @Nullable Throwable thrown) {
    if (thrown != null) {
      put(json, "error", thrown.toString());
      var frames = json.putArray("at");
      var trace = thrown.getStackTrace();
      for (int i = 0; i < Math.min(trace.length, MOST_FRAMES); i++) {
        frames.add(trace[i].toString());
      }
    }
  }

  /// Secrets are masked here and not in the whole line: JSON may write them in other characters,
  /// and numbers stay numbers.
  private static void put(ObjectNode json, String key, @Nullable Object value) {
    switch (value) {
      case null -> {}
      case Long number -> json.put(key, number);
      case Double number -> json.put(key, number);
      default -> {
        var text = Masked.of(value.toString());
        json.put(key, text.length() > LONGEST ? text.substring(0, LONGEST) : text);
      }
    }
  }
}
