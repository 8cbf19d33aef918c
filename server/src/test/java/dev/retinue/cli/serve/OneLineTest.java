package dev.retinue.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class OneLineTest {
  private final OneLine form = new OneLine();

  @Test
  void whatever_is_said_is_one_line_with_its_time() {
    var record = new LogRecord(Level.WARNING, "it is tried again\n{\"forged\":1}\u001b[2J");
    record.setInstant(Instant.parse("2026-11-15T12:00:00.123456Z"));
    record.setThrown(new IllegalStateException("two\nlines"));

    assertThat(form.format(record))
        .isEqualTo(
            "2026-11-15T12:00:00.123Z warning it is tried again?{\"forged\":1}?[2J"
                + " (java.lang.IllegalStateException: two?lines)\n");
  }
}
