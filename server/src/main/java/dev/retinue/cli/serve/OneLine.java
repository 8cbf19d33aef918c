package dev.retinue.cli.serve;

import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/// One line for each thing that is logged: when, how bad, what.
final class OneLine extends Formatter {
  @Override
  public String format(LogRecord record) {
    var thrown = record.getThrown();
    var line =
        "%s %s %s%s"
            .formatted(
                record.getInstant().truncatedTo(ChronoUnit.MILLIS),
                record.getLevel().getName().toLowerCase(Locale.ROOT),
                formatMessage(record),
                thrown == null ? "" : " (" + thrown + ")");
    return line.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?") + "\n";
  }
}
