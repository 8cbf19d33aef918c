package dev.retinue.cli.serve;

import dev.retinue.config.Watching.LogFormat;
import dev.retinue.core.Masked;
import dev.retinue.core.trace.Concern;
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

  /// The same, as the owner wants its lines.
  public static void write(LogFormat format) {
    boolean json = format == LogFormat.JSON;
    Concern.want(json);
    for (var handler : LogManager.getLogManager().getLogger("").getHandlers()) {
      handler.setFormatter(json ? new JsonLine() : new OneLine());
      mask(handler);
    }
  }

  static void mask(Handler handler) {
    var formatter = handler.getFormatter();
    // The latter masks by itself what it writes: in the whole line a number could be lost.
    if (!(formatter instanceof Masking || formatter instanceof JsonLine)) {
      handler.setFormatter(new Masking(formatter));
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
