package dev.retinue.sdk;

import java.time.Duration;
import java.time.InstantSource;

/// How often one looks whether services are healthy, and for how long.
record Pace(InstantSource clock, Pause pause, Duration interval, Duration patience) {
  static final Pace USUAL =
      new Pace(
          InstantSource.system(), Thread::sleep, Duration.ofSeconds(2), Duration.ofSeconds(60));

  /// Lets time pass.
  interface Pause {
    void pause(Duration time) throws InterruptedException;
  }
}
