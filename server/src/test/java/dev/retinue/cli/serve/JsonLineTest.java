package dev.retinue.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import dev.retinue.core.trace.Concern;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.mcp.rpc.Json;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A log that programs read.
final class JsonLineTest {
  private static JsonNode line(LogRecord record) {
    var text = new JsonLine().format(record);
    assertThat(text).endsWith("\n");
    assertThat(text.strip().lines().count()).as(text).isEqualTo(1);
    return Json.WIRE.readTree(text);
  }

  @Test
  void a_line_is_one_object_whatever_is_in_it() {
    var record = new LogRecord(Level.WARNING, "first\nsecond \"quoted\"");
    record.setLoggerName("dev.retinue");
    record.setThrown(new IllegalStateException("a\nb"));

    var json = line(record);
    assertThat(json.path("level").asString()).isEqualTo("warning");
    assertThat(json.path("message").asString()).isEqualTo("first\nsecond \"quoted\"");
    assertThat(json.path("error").asString()).contains("a\nb");
    assertThat(json.path("at").isEmpty()).isFalse();
  }

  @Test
  void it_says_for_which_caller_run_and_trace_it_is() {
    var trace =
        Objects.requireNonNull(
            TraceContext.find("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", null));
    Concern.want(true);
    try {
      var json =
          Concern.during(
              "anna",
              "agent-1",
              () -> TraceContext.during(trace, () -> line(new LogRecord(Level.INFO, "something"))));
      assertThat(json.path("caller").asString()).isEqualTo("anna");
      assertThat(json.path("run").asString()).isEqualTo("agent-1");
      assertThat(json.path("trace_id").asString()).isEqualTo(trace.trace());
      assertThat(json.path("span_id").asString()).isEqualTo(trace.span());
    } finally {
      Concern.want(false);
    }
    assertThat(line(new LogRecord(Level.INFO, "nothing")).has("caller")).isFalse();
  }

  @Test
  void a_number_stays_one_even_if_a_secret_has_the_same_digits() {
    Masked.know("48151623");
    var record = new LogRecord(Level.INFO, "with 48151623");
    record.setParameters(new Object[] {Map.of("ms", 48_151_623.5)});
    var handler = new StreamHandler();
    handler.setFormatter(new JsonLine());
    Logs.mask(handler);

    var json = Json.WIRE.readTree(handler.getFormatter().format(record));
    assertThat(json.path("ms").asDouble()).isEqualTo(48_151_623.5);
    assertThat(json.path("message").asString()).isEqualTo("with ***");
  }

  @Test
  void facts_stand_beside_the_message_and_secrets_nowhere() {
    Masked.know("a-key-of-no-known-shape");
    var record = new LogRecord(Level.INFO, "with Bearer rtn_0123456789abcdef");
    record.setParameters(
        new Object[] {Map.of("event", "tool.call", "ms", 1.5, "said", "a-key-of-no-known-shape!")});

    var json = line(record);
    assertThat(json.path("event").asString()).isEqualTo("tool.call");
    assertThat(json.path("ms").asDouble()).isEqualTo(1.5);
    assertThat(json.toString()).doesNotContain("0123456789abcdef").doesNotContain("no-known-shape");
  }
}
