package dev.retinue.runtime.llm;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// The time as it is kept.
record Times(InstantSource clock) {
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
