package dev.retinue.toolset.spawner;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.spawner.context.ContextLevel;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The tool `spawn_claude`: has Claude Code do a task, and returns its answer.
@Tool.Spec(
    name = "spawn_claude",
    title = "Spawn a Claude agent",
    description =
        "Has a Claude Code agent do a task by itself, and returns its answer. For analysis, research, reviews and"
            + " other work that needs thought. It sees nothing of this conversation: put everything it needs into the"
            + " prompt. The project's own documents are told to it automatically.",
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class SpawnClaude implements Tool<SpawnClaude.Input, Spawned> {
  private static final String NAME = "spawn_claude";

  /// What it takes.
  public record Input(
      @Description("What the agent is to do, and what a good answer has.") @Limits(minLength = 1)
          String prompt,
      @Description(
              "haiku (fast, cheap), sonnet (balanced), opus (best), or the full name of any other model.")
          @Default("\"sonnet\"")
          @Limits(minLength = 1)
          String model,
      @Description("The tools it may use, of those that the operator lets it have.")
          @Default("[\"Bash\",\"Read\",\"Glob\",\"Grep\"]")
          List<String> tools,
      @Description("The most seconds it may take.") @Default("300") @Limits(min = 30, max = 1800)
          int timeout,
      @Description("A few words for logs and lists; without them the beginning of the prompt.")
          @Limits(maxLength = 200)
          @Nullable String taskSummary,
      @Description(
              "Whether it is told about the project first (CLAUDE.md, AGENTS.md, PRD.md, PLAN.md, ARCHITECTURE.md).")
          @Default("true")
          boolean includeContext,
      @Description("How much of that: none, minimal, standard or full.")
          @Nullable ContextLevel contextLevel,
      @Description(
              "A JSON Schema that the answer must fit, inline or as the path of a file; an answer that does not fit is asked for once more.")
          @Nullable JsonNode structuredOutput,
      @Description("The folder to work in; without one that of the caller.") @Limits(minLength = 1)
          @Nullable String workingDirectory,
      @Description("Returns at once with a spawn_id; get_result has the answer later.")
          @Default("false")
          boolean async,
      @Description(
              "For how long this call waits; without it as long as this client can wait. Then it returns a spawn_id, and the agent goes on.")
          @Limits(min = 0, max = 1800)
          @Nullable Integer waitSeconds,
      @Description(
              "Tells this client when it is over: as an update of the resource agents://runs/{spawn_id}.")
          @Default("false")
          boolean notifyOnComplete,
      @Description("The most that it, and all that it starts, may cost, in US dollars.")
          @Limits(min = 0)
          @Nullable BigDecimal maxCostUsd,
      @Description("Whether a used up budget ends it; otherwise it waits until somebody raises it.")
          @Default("true")
          boolean abortOnBudgetExceeded,
      @Description("The spawn_id of one that has ended: goes on with its conversation.")
          @Limits(minLength = 1)
          @Nullable String resume,
      @Description("none, or clone: it works on its own clone of the folder's git repository.")
          @Nullable String isolation,
      @Description("A retry with the same key and the same arguments starts nothing new.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {

    private ContextLevel level() {
      return includeContext
          ? Objects.requireNonNullElse(contextLevel, ContextLevel.FULL)
          : ContextLevel.NONE;
    }

    private SpawnOrder order(String agent) {
      return new SpawnOrder(
          NAME,
          agent,
          new SpawnOrder.Errand(prompt, taskSummary, level(), structuredOutput),
          new SpawnOrder.Means(model, tools, workingDirectory, isolation, resume),
          new SpawnOrder.Limits(timeout, maxCostUsd, abortOnBudgetExceeded),
          new SpawnOrder.Answer(async, waitSeconds, notifyOnComplete, idempotencyKey));
    }
  }

  private final Spawns spawns;
  private final StaffedBy claude;

  SpawnClaude(Spawns spawns) {
    this.spawns = spawns;
    this.claude = StaffedBy.claude(spawns.staff());
  }

  @Override
  public Spawned call(Input input, Call call) throws InterruptedException {
    return spawns.spawn(call, input.order(claude.name(Principal.of(call))));
  }
}
