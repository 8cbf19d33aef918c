package dev.retinue.runtime.llm.hook;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Runs lines that the operator wrote.
@FunctionalInterface
public interface CommandLines {
  /// Where nobody does.
  CommandLines NONE = (_, _, _, _) -> new Outcome(null, "", "commands are not run here");

  /// Runs one, for as long as it may take, and leaves nothing of it behind.
  ///
  /// @param folder where it runs; null for a private one
  /// @param heard on its standard input
  Outcome run(String line, @Nullable Path folder, String heard, Duration deadline)
      throws InterruptedException;

  /// What became of it.
  ///
  /// @param exit null if it took too long, or could not be started
  /// @param output the beginning of what it printed
  /// @param errors the same for what it complained about, or why it could not be run
  record Outcome(@Nullable Integer exit, String output, String errors) {
    boolean isGood() {
      return exit != null && exit == 0;
    }
  }
}
