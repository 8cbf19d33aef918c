package dev.retinue.store.sqlite;

import dev.retinue.core.Limit;
import java.time.Duration;

/// How much may wait, how long, and how much is done at once.
record Limits(int queued, int together, int readers, Duration lock, Duration patience) {
  static final Limits DEFAULTS =
      new Limits(
          Limit.STORE_QUEUE.count(),
          256,
          Limit.STORE_READERS.count(),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10));
}
