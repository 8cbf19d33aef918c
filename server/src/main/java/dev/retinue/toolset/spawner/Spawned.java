package dev.retinue.toolset.spawner;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.toolset.lifecycle.IsolatedView;
import dev.retinue.toolset.reading.Reading;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What has become of a spawn, as all tools of this toolset say it.
public record Spawned(
    @Description("The handle for get_result, wait_for_agents and stop_spawn.") String spawnId,
    @Description("Whether it was done; missing while nobody knows yet.") @Nullable Boolean success,
    @Description("queued, running, waiting, completed, failed or stopped.") String status,
    @Description("What the agent answered.") @Nullable String result,
    @Description("The answer as JSON that fits structured_output.") @Nullable JsonNode structured,
    double durationSeconds,
    @Description("What it cost; null if some of it has no known price.")
        @Nullable BigDecimal costUsd,
    @Description("The model that was asked for.") @Nullable String model,
    @Description("The model that answered.") @Nullable String modelId,
    @Nullable Tokens tokens,
    @Description("Who did it.") String agent,
    @Description("Why it was not done.") @Nullable String error,
    @Description(
            "The same in one word: error, timeout, budget, quota, interrupted, refused, lost, invalid_output or stopped.")
        @Nullable String reason,
    @Description("What it waits for before it goes on.") @Nullable List<Waits> waitingFor,
    @Description("What was asked for and could not be had.") @Nullable List<String> warnings,
    @Description("What it did on its clone, if it has one.") @Nullable IsolatedView isolation,
    @Description("Those that spawn_parallel started: get_result has what each of them answered.")
        @Nullable List<Part> agents,
    @Description("What to do next.") @Nullable String message,
    @Description("What is left of texts that are too long for one answer.")
        @Nullable List<Reading.Rest> rest)
    implements Tool.Fallible {

  /// How many tokens it used.
  public record Tokens(long input, long output) {}

  /// One of several.
  public record Part(String spawnId, String agent, String status, String taskSummary) {}

  /// One thing that it waits for.
  public record Waits(
      @Description("Who asks: give it to the tool answer as agent_id.") String agentId,
      String id,
      String kind,
      String text) {}

  @Override
  public boolean failed() {
    return Boolean.FALSE.equals(success);
  }

  /// The same with these words.
  Spawned saying(
      @Nullable String words, @Nullable String mishap, @Nullable List<Reading.Rest> left) {
    return new Spawned(
        spawnId,
        success,
        status,
        words,
        structured,
        durationSeconds,
        costUsd,
        model,
        modelId,
        tokens,
        agent,
        mishap,
        reason,
        waitingFor,
        warnings,
        isolation,
        agents,
        message,
        left);
  }

  /// How many characters of JSON the id of one has in a list.
  static final int IDS = 50;

  /// The ids of those after the first ones; nothing if there are none.
  static @Nullable List<String> notShown(List<Spawned> all, int shown) {
    return shown == all.size()
        ? null
        : all.subList(shown, all.size()).stream().map(Spawned::spawnId).toList();
  }

  /// The same with one warning more.
  Spawned warned(String warning) {
    var all = new ArrayList<>(warnings == null ? List.<String>of() : warnings);
    all.add(warning);
    return new Spawned(
        spawnId,
        success,
        status,
        result,
        structured,
        durationSeconds,
        costUsd,
        model,
        modelId,
        tokens,
        agent,
        error,
        reason,
        waitingFor,
        List.copyOf(all),
        isolation,
        agents,
        message,
        rest);
  }

  static boolean isDone(Run run) {
    return run.state() instanceof State.Completed;
  }

  static @Nullable Boolean success(State state) {
    return switch (state) {
      case State.Completed _ -> true;
      case State.Failed _, State.Stopped _ -> false;
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> null;
    };
  }

  static @Nullable String reason(State state) {
    return switch (state) {
      case State.Failed(var _, var reason, var _) -> reason.word();
      case State.Stopped _ -> "stopped";
      case State.Completed _, State.Ready _, State.Queued _, State.Running _, State.Waiting _ ->
          null;
    };
  }

  static @Nullable String error(Run run) {
    return switch (run.state()) {
      case State.Failed(var _, var reason, var message) -> reason.word() + ": " + message;
      case State.Stopped(var _, var why) -> "stopped: " + why;
      case State.Completed _, State.Ready _, State.Queued _, State.Running _, State.Waiting _ ->
          null;
    };
  }
}
