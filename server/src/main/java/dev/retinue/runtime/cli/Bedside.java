package dev.retinue.runtime.cli;

import dev.retinue.process.Census;
import dev.retinue.process.Child;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.watch.Watch;
import java.time.Duration;

/// A program as its watch sees it.
record Bedside(Profile profile, Child child, Census census) implements Watch.Patient {
  @Override
  public Census.Vitals vitals(Duration age) {
    return census.of(child.pid(), age);
  }

  /// Its input was closed after its contract.
  @Override
  public boolean say(String text) {
    return false;
  }

  @Override
  public void interrupt() {
    child.signal(Signal.INTERRUPT);
  }
}
