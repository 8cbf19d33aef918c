package dev.retinue.core.staff;

import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Tells whoever runs Retinue what went wrong where nobody waits for an answer: in one line, and
/// the same only now and then. Where the line goes is decided where the program begins.
public final class Trouble {
  private static final long BETWEEN = Duration.ofSeconds(10).toNanos();
  private static final int LONGEST = 500;

  private Trouble() {}

  /// Tells it, unless the same was told just now.
  ///
  /// @param then what becomes of it, as a phrase that is always the same: it tells troubles apart
  public static void note(String then, Throwable cause) {
    long now = System.nanoTime();
    var told = Log.TOLD.get(then);
    if ((told == null || now - told >= BETWEEN) && Log.tell(then, told, now)) {
      Log.LOGGER.log(Level.WARNING, Excerpt.of("%s (%s)".formatted(then, cause), LONGEST));
    }
  }

  /// Tells something that has no cause but itself.
  public static void note(String sentence) {
    Log.LOGGER.log(Level.WARNING, Excerpt.of(sentence, LONGEST));
  }

  /// Why a run failed whose runtime did.
  static String sentence(Throwable cause) {
    var message = cause.getMessage();
    return cause instanceof RetinueException && message != null
        ? message
        : "the runtime broke down: " + cause;
  }

  /// Made when there is something to tell, so that nobody else pays for it.
  private static final class Log {
    private static final System.Logger LOGGER = System.getLogger("dev.retinue");
    private static final Map<String, Long> TOLD = new ConcurrentHashMap<>();

    /// Of several at once one tells it.
    private static boolean tell(String then, @Nullable Long told, long now) {
      return told == null ? TOLD.putIfAbsent(then, now) == null : TOLD.replace(then, told, now);
    }
  }
}
