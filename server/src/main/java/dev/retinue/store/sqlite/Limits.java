package dev.retinue.store.sqlite;

import java.time.Duration;

/// How much may wait, how long, and how much is done at once.
record Limits(int queued, int together, int readers, Duration lock, Duration patience) {
  static final Limits DEFAULTS =
      new Limits(1024, 256, 6, Duration.ofSeconds(5), Duration.ofSeconds(10));
}
