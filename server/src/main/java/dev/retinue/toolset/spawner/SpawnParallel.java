package dev.retinue.toolset.spawner;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `spawn_parallel`: has several agents work at once, on one budget.
@Tool.Spec(
    name = "spawn_parallel",
    title = "Spawn several agents at once",
    description =
        "Has several agents work at the same time, each on its own task, and returns what each of them answered. They"
            + " share one budget. One that fails does not keep the others from finishing.",
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class SpawnParallel implements Tool<SpawnParallel.Input, SpawnParallel.Output> {
  static final String NAME = "spawn_parallel";

  /// What it takes.
  public record Input(
      @Description("What each of them is to do.")
          @Limits(minLength = 1, maxLength = GroupPlan.MOST_ERRANDS)
          List<ErrandInput> agents,
      @Description("How many of them work at the same time.")
          @Default("4")
          @Limits(min = 1, max = GroupPlan.MOST_ERRANDS)
          int maxConcurrency,
      @Description("The most that all of them may cost together, in US dollars.") @Limits(min = 0)
          @Nullable BigDecimal maxCostUsd,
      @Description("Whether a used up budget ends them; otherwise they wait until it is raised.")
          @Default("true")
          boolean abortOnBudgetExceeded,
      @Description(
              "The most seconds for all of them together; those that are done by then are returned.")
          @Limits(min = 30, max = 7200)
          @Nullable Integer timeout,
      @Description("Whether the results are also put together in one text.") @Default("false")
          boolean aggregateResults,
      @Description("A few words for logs and lists.") @Limits(maxLength = 200)
          @Nullable String taskSummary,
      @Description("The folder for those that name none; without one that of the caller.")
          @Limits(minLength = 1)
          @Nullable String workingDirectory,
      @Description("Returns at once with a spawn_id; get_result has the answer later.")
          @Default("false")
          boolean async,
      @Description("For how long this call waits; without it as long as this client can wait.")
          @Limits(min = 0, max = 1800)
          @Nullable Integer waitSeconds,
      @Description("A retry with the same key and the same arguments starts nothing new.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {

    /// What is to be done; how the call waits for it makes no difference.
    Input work() {
      return new Input(
          agents,
          maxConcurrency,
          maxCostUsd,
          abortOnBudgetExceeded,
          timeout,
          false,
          taskSummary,
          workingDirectory,
          false,
          null,
          null);
    }
  }

  /// What it answers.
  public record Output(
      @Description("The handle of all of them together.") String spawnId,
      @Description("Whether all of them were done; missing while nobody knows yet.")
          @Nullable Boolean success,
      @Description("queued, running, waiting, completed, failed or stopped.") String status,
      @Description("How many there are, and how many of them were done.") Counts counts,
      @Description("One for each of the agents, in their order, as far as they have begun.")
          List<Spawned> results,
      @Description("Those that could not be started.") @Nullable List<NotStarted> notStarted,
      @Description("All results in one text.") @Nullable String aggregated,
      double durationSeconds,
      @Description("What all of them cost; null if some of it has no known price.")
          @Nullable BigDecimal costUsd,
      @Nullable String error,
      @Description("What to do next.") @Nullable String message,
      @Description("Only if the answer would be too long: whose results get_result has.")
          @Nullable List<String> notShown)
      implements Tool.Fallible {
    @Override
    public boolean failed() {
      return Boolean.FALSE.equals(success) && counts.succeeded == 0;
    }
  }

  /// How many of them.
  public record Counts(int total, int succeeded, int failed, int open) {}

  /// One that could not be started.
  ///
  /// @param number its place among the agents, from 1
  public record NotStarted(int number, String error) {}

  private final Spawns spawns;
  private final Groups groups;

  SpawnParallel(Spawns spawns, Groups groups) {
    this.spawns = spawns;
    this.groups = groups;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    if (call.inTask() && !input.async) {
      var run = spawns.attending().inTask(call, caller, () -> groups.begin(call, caller, input));
      return output(caller, run, input.aggregateResults);
    }
    var id = RunId.of(call.remember("run", () -> groups.begin(call, caller, input).id().text()));
    return Spawns.keepingHandle(id, () -> waited(call, caller, id, input));
  }

  private Output waited(Call call, Caller caller, RunId id, Input input)
      throws InterruptedException {
    if (input.async) {
      return output(caller, spawns.staff().require(caller, id), false);
    }
    var patience = spawns.attending().patience(call, input.waitSeconds);
    var run = spawns.attending().own(call, caller, id, patience);
    return output(caller, run, input.aggregateResults);
  }

  private Output output(Caller caller, Run group, boolean aggregate) {
    var runs = groups.errands(caller, group);
    if (group.ended()) {
      spawns.staff().markSeen(caller, runs);
      spawns.staff().markSeen(caller, List.of(group));
    }
    int texts = runs.size() * (aggregate ? 2 : 1) + 1;
    var views =
        runs.stream().map(run -> spawns.views().view(run, 0, Reading.share(texts))).toList();
    var refused = notStarted(group);
    boolean together = aggregate && group.ended();
    var shown =
        Reading.fitting(
            views,
            Spawned.IDS * views.size() + (refused == null ? 0 : Reading.length(refused)),
            view -> together ? Reading.length(chapter(0, view)) : 0);
    var counts = counts(group, runs);
    var usage = groups.usage(group);
    return new Output(
        group.id().text(),
        group.ended() ? counts.succeeded == counts.total : null,
        group.state().word(),
        counts,
        shown,
        refused,
        together ? aggregated(shown) : null,
        spawns.views().seconds(group),
        usage.unpriced() ? null : usage.cost().usd(),
        Spawned.error(group),
        group.ended() ? null : next(caller, group),
        Spawned.notShown(views, shown.size()));
  }

  private Counts counts(Run group, List<Run> runs) {
    int total = Math.max(SpawnViews.size(group), runs.size());
    int succeeded = (int) runs.stream().filter(Spawned::isDone).count();
    int open = (int) runs.stream().filter(run -> !run.ended()).count();
    int ended = group.ended() ? total - succeeded : runs.size() - open - succeeded;
    return new Counts(total, succeeded, ended, total - succeeded - ended);
  }

  private static @Nullable List<NotStarted> notStarted(Run group) {
    var refused = new ArrayList<NotStarted>();
    GroupPlan.refusals(group)
        .forEach((number, sentence) -> refused.add(new NotStarted(number, sentence)));
    return refused.isEmpty() ? null : refused;
  }

  private static String aggregated(List<Spawned> views) {
    var text = new StringBuilder();
    for (int i = 0; i < views.size(); i++) {
      text.append(chapter(i + 1, views.get(i)));
    }
    return text.toString().strip();
  }

  private static String chapter(int number, Spawned view) {
    var said = view.result() == null ? String.valueOf(view.error()) : view.result();
    return "## %d. %s (%s)\n\n%s\n\n".formatted(number, view.agent(), view.status(), said);
  }

  private String next(Caller caller, Run group) {
    var inNeed = spawns.attending().inNeed(caller, List.of(group));
    if (!inNeed.isEmpty()) {
      return "Some wait for what their waiting_for says: answer with the tool answer (agent_id %s), then call wait_for_agents with spawn_id %s."
          .formatted(inNeed.getFirst().id(), group.id());
    }
    return "They are at work and go on. Call wait_for_agents or get_result with spawn_id %s, or with that of one of them."
        .formatted(group.id());
  }
}
