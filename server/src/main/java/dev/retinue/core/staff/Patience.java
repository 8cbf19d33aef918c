package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What has to be done although the store cannot do it now.
final class Patience {
  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private Patience() {}

  /// What has happened must be recorded: while the store cannot take it, a full disk for instance,
  /// tries again, until somebody wants the thread back.
  static <T extends @Nullable Object> T insist(Supplier<T> action) {
    var pause = SHORTEST;
    while (true) {
      try {
        return action.get();
      } catch (RetinueException e) {
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        pause = pauseThenDouble(pause);
      }
    }
  }

  private static Duration pauseThenDouble(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
  }
}
