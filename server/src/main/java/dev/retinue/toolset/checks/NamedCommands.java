package dev.retinue.toolset.checks;

import dev.retinue.core.Check;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Verdict;
import dev.retinue.core.port.CheckCommands;
import dev.retinue.core.port.Checker;
import java.util.List;

/// Commands of the operator as checks: callers name them, and can say nothing else about them.
final class NamedCommands {
  private NamedCommands() {}

  static void require(String name, List<String> known) {
    if (!known.contains(name)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "There is no command '%s' for checks%s".formatted(Excerpt.of(name), meant(name, known)));
    }
  }

  private static String meant(String name, List<String> known) {
    if (known.isEmpty()) {
      return "; the operator names them under 'checks' in the configuration, and has named none.";
    }
    return Nearest.to(name, known)
        .map("; did you mean '%s'?"::formatted)
        .orElse(", only " + String.join(", ", known) + ".");
  }

  static Verdict judge(Check.Command check, CheckCommands commands, Checker.Subject subject)
      throws InterruptedException {
    var folder = subject.workingDirectory();
    if (folder == null) {
      return Verdict.of(check, false, "there is no working directory");
    }
    try {
      var site = new CheckCommands.Site(folder, subject.confinement(), subject.moot());
      var result = commands.run(check.name(), site);
      return Verdict.of(check, result.passed(), result.detail());
    } catch (RetinueException e) {
      return Verdict.of(check, false, "it could not be run: " + e.getMessage());
    }
  }
}
