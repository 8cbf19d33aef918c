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

  @Override
  public boolean say(String text) {
    return profile.said(text).map(child::say).orElse(false);
  }

  /// By a word where it listens, because then its session has no loose end.
  @Override
  public void interrupt() {
    if (!profile.interruption().map(child::say).orElse(false)) {
      child.signal(Signal.INTERRUPT);
    }
  }
}
