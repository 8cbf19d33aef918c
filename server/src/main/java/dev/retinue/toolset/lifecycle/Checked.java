package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Run;
import dev.retinue.mcp.schema.Description;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the server found when it looked at the work of an agent.
public record Checked(
    @Description("The type of the check, and what it looked at.") String check,
    boolean passed,
    @Description("What was found.") String detail) {

  /// Nothing where nothing was looked at.
  static @Nullable List<Checked> of(Run run) {
    var verdicts = run.dossier().verdicts();
    return verdicts.isEmpty()
        ? null
        : verdicts.stream().map(it -> new Checked(it.check(), it.passed(), it.detail())).toList();
  }
}
