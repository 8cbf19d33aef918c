package dev.retinue.core.port;

import dev.retinue.core.Confinement;
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
        public Result run(String name, Site site) {
          return new Result(false, "there is no such command any more");
        }
      };

  /// What callers can name.
  List<String> names();

  /// Runs one, for as long as it may take, and leaves nothing of it behind.
  Result run(String name, Site site) throws InterruptedException;

  /// Where it runs.
  ///
  /// @param confinement that of the agent whose work is looked at: what it has written is run
  /// @param moot whether nobody needs to know any more
  record Site(Path folder, Confinement confinement, BooleanSupplier moot) {}

  /// What became of it.
  ///
  /// @param detail how it ended, and the end of what it printed
  record Result(boolean passed, String detail) {}
}
