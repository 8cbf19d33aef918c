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
            + " client: if it says timeout, call it again. If it says waiting, some of them ask for something first.",
    readOnly = true,
    openWorld = false,
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class WaitForAgents implements Tool<WaitForAgents.Input, WaitForAgents.Output> {
  private static final int RECENT = 5;
  private static final int MOST = 100;
  private static final int MOST_IN_NEED = 10;
  private static final Duration FOR_EVER = Duration.ofDays(365);

  /// What it takes.
  public record Input(
      @Description("Their spawn_ids; without them all that have not ended.")
          @Limits(minLength = 1, maxLength = MOST)
          @Nullable List<String> spawnIds,
      @Description("Whether one of them is enough.") @Default("\"all\"") Mode mode,
      @Description(
              "For how long to wait; at most, and without it, as long as this client can wait.")
          @Limits(min = 0, max = 1800)
          @Nullable Integer waitSeconds) {}

  /// Who has to have ended.
  public enum Mode {
    ALL,
    ANY
  }

  /// What it answers.
  public record Output(
      @Description("all_completed, any_completed, waiting, timeout, or no_agents_running.")
          String status,
      @Description("Those that have ended; if none were at work, those that ended last.")
          List<Spawned> results,
      @Description("Those that have not ended.") List<String> stillRunning,
      @Description("Those that want something of somebody before they go on.")
          @Nullable List<InNeed> waiting,
      @Nullable String message,
      @Description("Only if the answer would be too long: whose results get_result has.")
          @Nullable List<String> notShown) {}

  /// One that wants something.
  public record InNeed(String spawnId, String agent, List<Spawned.Waits> waitingFor) {}

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
      return output("no_agents_running", roll.ended(caller, RECENT), List.of(), List.of());
    }
    Predicate<Collection<Run>> wished =
        input.mode == Mode.ALL
            ? runs -> runs.stream().allMatch(Run::ended)
            : runs -> runs.isEmpty() || runs.stream().anyMatch(Run::ended);
    // Who waits for somebody does not end before that one has given it.
    Predicate<Collection<Run>> enough =
        runs -> wished.test(runs) || !inNeed(caller, runs).isEmpty();
    var runs = spawns.attending().await(call, caller, ids, enough, patience(call, input)).values();
    var ended = runs.stream().filter(Run::ended).toList();
    var open = runs.stream().filter(run -> !run.ended()).toList();
    spawns.staff().markSeen(caller, ended);
    ended.forEach(run -> spawns.staff().audit().read(caller, run));
    return output(
        status(wished.test(runs), input, caller, open), ended, open, inNeed(caller, runs));
  }

  private String status(boolean done, Input input, Caller caller, List<Run> open) {
    if (done) {
      boolean all = open.isEmpty() && (input.spawnIds != null || roll.open(caller).isEmpty());
      return all ? "all_completed" : "any_completed";
    }
    return inNeed(caller, open).isEmpty() ? "timeout" : "waiting";
  }

  private List<Run> inNeed(Caller caller, Collection<Run> runs) {
    return spawns.attending().inNeed(caller, runs);
  }

  /// Whatever is asked for, no longer than this client can wait; a task can.
  private Duration patience(Call call, Input input) {
    var asked = input.waitSeconds == null ? FOR_EVER : Duration.ofSeconds(input.waitSeconds);
    if (call.inTask()) {
      return asked;
    }
    var most = spawns.attending().patience(call, null);
    return asked.compareTo(most) < 0 ? asked : most;
  }

  private Set<RunId> ids(Caller caller, @Nullable List<String> given) {
    return given == null
        ? roll.open(caller).stream()
            .map(Run::id)
            .limit(MOST)
            .collect(Collectors.toCollection(LinkedHashSet::new))
        : given.stream().map(RunId::of).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Output output(String status, List<Run> ended, List<Run> open, List<Run> inNeed) {
    int share = Reading.share(ended.size() * 2);
    var views = ended.stream().map(run -> spawns.views().view(run, 0, share)).toList();
    var needs =
        inNeed.stream()
            .limit(MOST_IN_NEED)
            .map(run -> new InNeed(run.id().text(), agent(run), SpawnViews.needs(run)))
            .toList();
    int taken = Spawned.IDS * (views.size() + open.size()) + Reading.length(needs);
    var shown = Reading.fitting(views, taken, _ -> 0);
    return new Output(
        status,
        shown,
        open.stream().map(run -> run.id().text()).toList(),
        needs.isEmpty() ? null : needs,
        message(status, inNeed),
        Spawned.notShown(views, shown.size()));
  }

  private static String agent(Run run) {
    return run.commission().agent().name();
  }

  private static @Nullable String message(String status, List<Run> inNeed) {
    return switch (status) {
      case "timeout" -> "They are at work and go on. Call wait_for_agents again.";
      case "waiting" ->
          "Some do not go on before somebody has answered. Answer with the tool answer (agent_id %s), or have somebody do it; then call wait_for_agents again."
              .formatted(inNeed.getFirst().id());
      case "any_completed" -> "Some have not ended. Call wait_for_agents again for them.";
      default -> null;
    };
  }
}
