package dev.retinue.cli;

import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What a process that stays has to say to whoever runs it: on standard error, one line for each
/// thing. Only such a process calls this, because it costs time to load.
final class Logs {
  private Logs() {}

  static void toStandardError() {
    LogManager.getLogManager().reset();
    var handler = new ConsoleHandler();
    handler.setFormatter(new OneLine());
    handler.setLevel(Level.WARNING);
    Logger.getLogger("").addHandler(handler);
  }

  /// When, how bad, what.
  static final class OneLine extends Formatter {
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
}
