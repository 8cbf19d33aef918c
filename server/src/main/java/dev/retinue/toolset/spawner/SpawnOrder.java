package dev.retinue.toolset.spawner;

import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.spawner.context.ContextLevel;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A piece of work for an agent, whichever tool it came by.
///
/// @param tool by which it came
/// @param agent the name of the agent; null for whoever goes on with `resume`
public record SpawnOrder(
    String tool, @Nullable String agent, Errand errand, Means means, Limits limits, Answer answer) {

  /// What is to be done.
  ///
  /// @param summary in a few words; null for the beginning of the prompt
  /// @param context how much of the project is told before
  /// @param structuredOutput a JSON Schema, or the path of one
  public record Errand(
      String prompt,
      @Nullable String summary,
      ContextLevel context,
      @Nullable JsonNode structuredOutput) {}

  /// With what, and where.
  ///
  /// @param tools those that it may use; null for all that its agent has
  /// @param resume the spawn whose conversation it goes on with
  public record Means(
      @Nullable String model,
      @Nullable List<String> tools,
      @Nullable String workingDirectory,
      @Nullable String isolation,
      @Nullable String resume) {}

  /// What it may use at most.
  public record Limits(
      @Nullable Integer timeout, @Nullable BigDecimal maxCostUsd, boolean abortOnBudgetExceeded) {}

  /// How it is answered.
  ///
  /// @param async at once, with a handle
  /// @param waitSeconds for how long the call waits; null to leave it to us
  /// @param idempotencyKey makes a retry the same spawn
  public record Answer(
      boolean async,
      @Nullable Integer waitSeconds,
      boolean notifyOnComplete,
      @Nullable String idempotencyKey) {}

  /// The same, by this agent.
  public SpawnOrder by(String other) {
    return new SpawnOrder(tool, other, errand, means, limits, answer);
  }

  /// The same, as what goes on with the conversation of this run.
  public SpawnOrder after(String run) {
    var next = new Means(means.model, means.tools, means.workingDirectory, means.isolation, run);
    return new SpawnOrder(tool, agent, errand, next, limits, answer);
  }

  /// Names exactly what is to be done; how the call waits for it makes no difference.
  String digest() {
    return ArgumentsDigest.of(
        ToolJson.MAPPER.valueToTree(
            new SpawnOrder(
                tool, agent, errand, means, limits, new Answer(false, null, false, null))));
  }
}
