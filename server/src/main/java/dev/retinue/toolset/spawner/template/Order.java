package dev.retinue.toolset.spawner.template;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a template wants to be done, and how.
///
/// @param tool the name of the template
/// @param summary one line about it
/// @param staffing who does it
/// @param tools what the agent may use of what it has; none means all
/// @param structuredOutput the JSON Schema that the result has to fit
/// @param limits what it may take
/// @param waiting how the caller waits for it
public record Order(
    String tool,
    String prompt,
    String summary,
    Staffing staffing,
    List<String> tools,
    @Nullable String structuredOutput,
    @Nullable String workingDirectory,
    Limits limits,
    Waiting waiting) {
  public Order {
    tools = List.copyOf(tools);
  }

  /// Who does it: the one whom the caller names, else the first of those preferred who can, else
  /// the default agent.
  ///
  /// @param agent whom the caller names
  /// @param model which the caller names, whoever works
  /// @param preferred members of the staff by their name, or by their runtime
  /// @param modelOfFirst of the first of those preferred, if he works and the caller names no model
  public record Staffing(
      @Nullable String agent,
      @Nullable String model,
      List<String> preferred,
      @Nullable String modelOfFirst) {
    public Staffing {
      preferred = List.copyOf(preferred);
    }
  }

  /// What it may take.
  ///
  /// @param seconds null for what is usual
  public record Limits(@Nullable Integer seconds, @Nullable BigDecimal maxCostUsd) {}

  /// How the caller waits.
  ///
  /// @param async whether the answer comes at once, while the work goes on
  /// @param seconds how long he waits for the result; null for what is usual
  public record Waiting(boolean async, @Nullable Integer seconds) {}
}
