package dev.retinue.process;

import java.util.List;

/// What is put around a program and everything that it starts.
public interface Enclosure {
  /// Nothing but limits.
  Enclosure LIMITS = new Enclosure() {};

  /// Not even limits.
  Enclosure NOTHING =
      new Enclosure() {
        @Override
        public boolean limited() {
          return false;
        }
      };

  /// Whether the usual limits stand before the command.
  default boolean limited() {
    return true;
  }

  /// What stands before the command, after the limits.
  default List<String> words() {
    return List.of();
  }

  /// Whether the thread that starts the program gives up what it may do. Then it is of no use for
  /// anything else, and nor is what it starts.
  default boolean givesUp() {
    return false;
  }

  /// Called in the thread that starts the program, just before it does.
  default void enter() {}

  /// It has begun.
  default void admit(ProcessHandle program) {}

  /// The one inside that hears signals.
  default ProcessHandle hearer(ProcessHandle started) {
    return started;
  }

  /// Ends whatever is inside, and takes the enclosure away. Says whether nothing is left.
  default boolean end() {
    return true;
  }
}
