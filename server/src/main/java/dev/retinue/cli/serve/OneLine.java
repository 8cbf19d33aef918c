package dev.retinue.cli.serve;

import dev.retinue.core.Masked;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/// One line for each thing that is logged: when, how bad, what. Below a defect stands, indented,
/// where it happened.
final class OneLine extends Formatter {
  private static final int MOST_CAUSES = 5;
  private static final int MOST_FRAMES = 40;

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
    var text = new StringBuilder(harmless(line)).append('\n');
    if (record.getLevel().intValue() >= Level.SEVERE.intValue()) {
      addPlaces(text, thrown);
    }
    return text.toString();
  }

  private static void addPlaces(StringBuilder text, @Nullable Throwable thrown) {
    int causes = 0;
    for (var cause = thrown; cause != null && causes < MOST_CAUSES; cause = cause.getCause()) {
      if (causes++ > 0) {
        text.append("    caused by ").append(harmless(cause.toString())).append('\n');
      }
      var frames = cause.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
        text.append("    at ").append(harmless(frames[i].toString())).append('\n');
      }
    }
  }

  /// Nothing that is logged makes a line of its own, or does anything to a terminal. Masked first:
  /// a secret with the end of a line in it is not known any more without that.
  private static String harmless(String text) {
    return Masked.of(text).replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }
}
