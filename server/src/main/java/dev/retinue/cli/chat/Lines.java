package dev.retinue.cli.chat;

import java.util.Optional;

/// What is typed, or comes through a pipe.
public interface Lines {
  /// What came.
  sealed interface Heard {
    record Line(String text) implements Heard {}

    /// Ctrl-C, where a line was expected.
    record Interrupt() implements Heard {}

    /// Nothing comes any more.
    record End() implements Heard {}
  }

  /// The next one, however long it takes.
  Heard next(String prompt);

  /// What is there already, while somebody speaks; who waits for a line does not hear this.
  Optional<Heard> meanwhile();
}
