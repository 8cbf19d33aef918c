package dev.retinue.toolset.spawner;

import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.spawner.context.ContextLevel;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What one of several agents is to do.
public record ErrandInput(
    @Description("What this agent is to do, and what a good answer has.") @Limits(minLength = 1)
        String prompt,
    @Description(
            "Who does it: claude, codex or another agent of the staff; without one claude, or the default.")
        @Limits(minLength = 1)
        @Nullable String agent,
    @Description("Another model than the agent's own; for claude haiku, sonnet or opus.")
        @Limits(minLength = 1)
        @Nullable String model,
    @Description("Fewer tools than the agent has.") @Nullable List<String> tools,
    @Description("The most seconds it may take.") @Default("300") @Limits(min = 30, max = 1800)
        int timeout,
    @Description("The most that it may cost, in US dollars.") @Limits(min = 0)
        @Nullable BigDecimal maxCostUsd,
    @Description("A few words for logs and lists.") @Limits(maxLength = 200)
        @Nullable String taskSummary,
    @Description("Whether it is told about the project first.") @Default("true")
        boolean includeContext,
    @Description("A JSON Schema that the answer must fit, inline or as the path of a file.")
        @Nullable JsonNode structuredOutput,
    @Limits(minLength = 1) @Nullable String workingDirectory,
    @Description("none, or clone.") @Nullable String isolation) {

  SpawnOrder order(String who, @Nullable String usualFolder) {
    return new SpawnOrder(
        SpawnParallel.NAME,
        who,
        new SpawnOrder.Errand(
            prompt,
            taskSummary,
            includeContext ? ContextLevel.FULL : ContextLevel.NONE,
            structuredOutput),
        new SpawnOrder.Means(
            model,
            tools,
            workingDirectory == null ? usualFolder : workingDirectory,
            isolation,
            null),
        new SpawnOrder.Limits(timeout, maxCostUsd, true),
        new SpawnOrder.Answer(true, null, false, null));
  }
}
