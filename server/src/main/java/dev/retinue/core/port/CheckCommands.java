package dev.retinue.core.port;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Runs the commands that the operator named for checks.
public interface CheckCommands {
  /// Where there are none.
  CheckCommands NONE =
      new CheckCommands() {
        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public Result run(String name, Path folder, BooleanSupplier moot) {
          return new Result(false, "there is no such command any more");
        }
      };

  /// What callers can name.
  List<String> names();

  /// Runs one in a folder, for as long as it may take, and leaves nothing of it behind.
  ///
  /// @param moot whether nobody needs to know any more
  Result run(String name, Path folder, BooleanSupplier moot) throws InterruptedException;

  /// What became of it.
  ///
  /// @param detail how it ended, and the end of what it printed
  record Result(boolean passed, String detail) {}
}
