package dev.retinue.runtime.scripted;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Usage;
import java.time.Duration;
import java.util.List;

/// One thing that a script lets its agent do.
sealed interface Step {
  record Say(String text) implements Step {}

  record Think(String text) implements Step {}

  /// Uses a tool that is not there, and gets the answer that the script has for it.
  ///
  /// @param input a JSON object
  record Call(String tool, String input, String output, boolean failed) implements Step {}

  record Take(Duration time) implements Step {}

  record Ask(String question) implements Step {}

  record Permission(String what) implements Step {}

  /// Asks for leave before it spends, as a model called from here does.
  record Spend(Usage usage) implements Step {}

  /// Spends without asking, as a command line does.
  record Charge(Usage usage) implements Step {}

  record Print(long bytes) implements Step {}

  record Deliver(String text) implements Step {}

  record Start(String agent, String prompt) implements Step {}

  /// Waits for everything that was started.
  record Await() implements Step {}

  record Learn(String key, String value) implements Step {}

  record Complete(String summary) implements Step {}

  /// Ends as an agent does that just stopped talking.
  record Assume(String summary) implements Step {}

  record Fail(FailureReason reason, String message) implements Step {}

  /// Breaks down as a runtime with a bug does.
  record Crash() implements Step {}

  /// Waits until somebody ends the run.
  record Hang() implements Step {}

  /// Makes every ending from here on take this long.
  record IgnoreStop(Duration time) implements Step {}

  record Repeat(int times, List<Step> steps) implements Step {
    public Repeat {
      steps = List.copyOf(steps);
    }
  }
}
