package dev.retinue.toolset.spawner;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The tool `wait_for_agents`: waits until spawns have ended, as long as this client can wait.
@Tool.Spec(
    name = "wait_for_agents",
    title = "Wait for spawned agents",
    description =
        "Waits until spawned agents have ended (all of them, or any), and returns their results. Returns in time for this"
            + " client: if it says timeout, call it again.",
    readOnly = true,
    openWorld = false,
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class WaitForAgents implements Tool<WaitForAgents.Input, WaitForAgents.Output> {
  private static final int RECENT = 5;
  private static final int MOST = 100;
  private static final Duration FOR_EVER = Duration.ofDays(365);

  /// What it takes.
  public record Input(
      @Description("Their spawn_ids; without them all that have not ended.")
          @Limits(minLength = 1, maxLength = MOST)
          @Nullable List<String> spawnIds,
      @Description("Whether one of them is enough.") @Default("\"all\"") Mode mode,
      @Description("For how long to wait; without it as long as this client can wait.")
          @Limits(min = 0, max = 1800)
          @Nullable Integer waitSeconds) {}

  /// Who has to have ended.
  public enum Mode {
    ALL,
    ANY
  }

  /// What it answers.
  public record Output(
      @Description("all_completed, any_completed, timeout, or no_agents_running.") String status,
      @Description("Those that have ended; if none were at work, those that ended last.")
          List<Spawned> results,
      @Description("Those that are still at work.") List<String> stillRunning,
      @Nullable String message,
      @Description("Only if the answer would be too long: whose results get_result has.")
          @Nullable List<String> notShown) {}

  private final Spawns spawns;
  private final Roll roll;

  WaitForAgents(Spawns spawns, Roll roll) {
    this.spawns = spawns;
    this.roll = roll;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    var ids = ids(caller, input.spawnIds);
    if (ids.isEmpty()) {
      return output("no_agents_running", roll.ended(caller, RECENT), List.of());
    }
    Predicate<Collection<Run>> wished =
        input.mode == Mode.ALL
            ? runs -> runs.stream().allMatch(Run::ended)
            : runs -> runs.isEmpty() || runs.stream().anyMatch(Run::ended);
    var patience =
        call.inTask() && input.waitSeconds == null
            ? FOR_EVER
            : spawns.attending().patience(call, input.waitSeconds);
    var runs = spawns.attending().await(call, caller, ids, wished, patience).values();
    var ended = runs.stream().filter(Run::ended).toList();
    var open = runs.stream().filter(run -> !run.ended()).map(run -> run.id().text()).toList();
    spawns.staff().markSeen(caller, ended);
    var status = open.isEmpty() ? "all_completed" : "any_completed";
    return output(wished.test(runs) ? status : "timeout", ended, open);
  }

  private Set<RunId> ids(Caller caller, @Nullable List<String> given) {
    return given == null
        ? roll.open(caller).stream()
            .map(Run::id)
            .limit(MOST)
            .collect(Collectors.toCollection(LinkedHashSet::new))
        : given.stream().map(RunId::of).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Output output(String status, List<Run> ended, List<String> open) {
    int share = Reading.share(ended.size() * 2);
    var views = ended.stream().map(run -> spawns.views().view(run, 0, share)).toList();
    int ids = Spawned.IDS * (views.size() + open.size());
    var shown = Reading.fitting(views, ids, _ -> 0);
    return new Output(
        status,
        shown,
        open,
        status.equals("timeout") ? "They are at work and go on. Call wait_for_agents again." : null,
        Spawned.notShown(views, shown.size()));
  }
}
