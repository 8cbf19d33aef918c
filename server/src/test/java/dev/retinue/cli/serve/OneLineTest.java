package dev.retinue.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import java.io.IOException;
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

  @Test
  void of_a_defect_is_said_where_it_happened_and_what_caused_it() {
    var record = new LogRecord(Level.SEVERE, "A thread failed");
    record.setInstant(Instant.parse("2026-11-15T12:00:00Z"));
    record.setThrown(new IllegalStateException("outer", new IOException("in\nner")));

    var lines = form.format(record).lines().toList();

    assertThat(lines.getFirst())
        .isEqualTo(
            "2026-11-15T12:00:00Z severe A thread failed (java.lang.IllegalStateException: outer)");
    assertThat(lines.subList(1, lines.size())).allMatch(line -> line.startsWith("    "));
    assertThat(lines).anyMatch(line -> line.startsWith("    at ") && line.contains("OneLineTest"));
    assertThat(lines).contains("    caused by java.io.IOException: in?ner");
    assertThat(lines).hasSizeLessThan(500);
  }

  @Test
  void a_secret_of_two_lines_is_masked_before_they_become_one() {
    Masked.know("first-half\nsecond-half");
    var record = new LogRecord(Level.SEVERE, "it said first-half\nsecond-half");
    record.setThrown(new IllegalStateException("first-half\nsecond-half"));

    assertThat(form.format(record)).contains("it said ***").doesNotContain("half");
  }
}
