package dev.retinue.core.port;

import dev.retinue.core.Check;
import dev.retinue.core.Confinement;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Verdict;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Makes acceptance checks.
public interface Checker {
  /// Where there is none.
  Checker NONE =
      new Checker() {
        @Override
        public void require(Check check) {
          throw new RetinueException(
              ErrorCode.INVALID_INPUT, "Checks cannot be made here; start the agent without them.");
        }

        @Override
        public List<Verdict> judge(List<Check> checks, Subject subject) {
          return checks.stream().map(check -> Verdict.of(check, false, "not made here")).toList();
        }
      };

  /// Refuses a check that could never be made, with a sentence.
  void require(Check check);

  /// Looks at the work, for so long at most, and says of each check what was found. A check that
  /// cannot be made has not passed.
  List<Verdict> judge(List<Check> checks, Subject subject) throws InterruptedException;

  /// What there is to look at.
  ///
  /// @param confinement where the processes of its agent are confined
  /// @param moot whether nobody needs to know any more what was found
  record Subject(
      @Nullable Path workingDirectory,
      @Nullable Payload payload,
      Confinement confinement,
      BooleanSupplier moot) {
    public Subject(@Nullable Path workingDirectory, @Nullable Payload payload) {
      this(workingDirectory, payload, Confinement.USUAL, () -> false);
    }
  }

  /// The result, as far as it is more than a summary.
  interface Payload {
    long bytes();

    InputStream open();
  }
}
