package dev.retinue.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;

final class LogsTest {
  @Test
  void neither_a_line_nor_a_stack_trace_shows_a_secret() {
    var out = new ByteArrayOutputStream();
    var handler = new StreamHandler(out, new SimpleFormatter());
    Logs.mask(handler);
    Logs.mask(handler);
    var line = new LogRecord(Level.SEVERE, "Header Authorization: Bearer rtn_0123456789abcdef");
    line.setThrown(new IllegalStateException("for rtn_0123456789abcdef"));

    handler.publish(line);
    handler.flush();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Bearer ***", "IllegalStateException: for rtn_***")
        .doesNotContain("0123456789abcdef");
  }
}
