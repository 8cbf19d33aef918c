package dev.retinue.cli.serve;

import dev.retinue.core.Masked;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What the daemon and its libraries log, on standard error: without secrets, whoever logs them.
public final class Logs {
  private static final Logger DEFECTS = Logger.getLogger("dev.retinue");

  private Logs() {}

  /// From here on.
  public static void begin() {
    for (var handler : LogManager.getLogManager().getLogger("").getHandlers()) {
      handler.setFormatter(new OneLine());
      mask(handler);
    }
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, defect) ->
            DEFECTS.log(Level.SEVERE, defect, () -> "The thread " + thread.getName() + " failed"));
  }

  static void mask(Handler handler) {
    if (!(handler.getFormatter() instanceof Masking)) {
      handler.setFormatter(new Masking(handler.getFormatter()));
    }
  }

  private static final class Masking extends Formatter {
    private final Formatter inner;

    private Masking(Formatter inner) {
      this.inner = inner;
    }

    @Override
    public String format(LogRecord line) {
      return Masked.of(inner.format(line));
    }
  }
}
