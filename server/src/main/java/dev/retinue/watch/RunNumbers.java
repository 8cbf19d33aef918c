package dev.retinue.watch;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Counts what runs do and what they use.
final class RunNumbers {
  private static final int MOST_MODELS = 100;
  private static final String MODEL_FACT = "model_answered";
  private static final String NONE = "none";

  private final LongSupplier nanoTime;
  private final Names agents;
  private final Names models = new Names(MOST_MODELS);
  private final OpenRuns open;
  private final Recent recentEvents;
  private final Map<Class<?>, String> words = new ConcurrentHashMap<>();

  private final Counter started =
      new Counter("retinue_runs_started_total", "Runs that were made.", "agent", "runtime");
  private final Counter ended =
      new Counter(
          "retinue_runs_ended_total",
          "Runs that have ended; the reason is that of a failure.",
          "agent",
          "runtime",
          "outcome",
          "reason");
  private final Histogram lasted =
      Histogram.ofSeconds(
          List.of(1L, 5L, 15L, 60L, 300L, 900L, 3_600L, 14_400L, 86_400L).stream()
              .map(it -> Duration.ofSeconds(it).toNanos())
              .toList(),
          "retinue_run_seconds",
          "How long runs took from the moment they were made to their end.",
          "runtime");
  private final Histogram waited =
      Histogram.ofSeconds("retinue_queue_wait_seconds", "How long runs waited in line to begin.");
  private final Counter events =
      new Counter("retinue_events_total", "Events of runs that were recorded.", "type");
  private final Counter tokens =
      new Counter(
          "retinue_tokens_total",
          "Tokens of models; the cached ones are some of the input.",
          "agent",
          "model",
          "kind");
  private final Counter cost =
      new Counter(
          1e-9,
          "retinue_cost_usd_total",
          "What runs cost, as far as it is known.",
          "agent",
          "model");
  private final Counter turns =
      new Counter("retinue_turns_total", "Answers of models.", "agent", "model");
  private final Counter unpriced =
      new Counter("retinue_unpriced_total", "Answers whose price nobody knows.", "agent", "model");

  RunNumbers(LongSupplier nanoTime, Names agents) {
    this.nanoTime = nanoTime;
    this.agents = agents;
    this.open = new OpenRuns(nanoTime);
    this.recentEvents = new Recent(nanoTime.getAsLong());
  }

  void found(Collection<Run> runs) {
    runs.forEach(run -> open.note(run, agent(run)));
  }

  void happened(Run run, List<RunEvent> seen) {
    var agent = agent(run);
    open.note(run, agent).ifPresent(waited::observe);
    long now = nanoTime.getAsLong();
    for (var event : seen) {
      events.add(1, word(event));
      recentEvents.add(now, 0);
      // No pattern switch over all: most events are only counted.
      if (event instanceof RunEvent.Created) {
        started.add(1, agent, run.commission().agent().runtime());
      } else if (event instanceof RunEvent.Spent(var _, var usage)) {
        spent(agent, model(run), usage);
      } else if (event instanceof RunEvent.Completed
          || event instanceof RunEvent.Failed
          || event instanceof RunEvent.Stopped) {
        ended(run, agent);
      }
    }
  }

  private void ended(Run run, String agent) {
    var runtime = run.commission().agent().runtime();
    var reason = run.state() instanceof State.Failed failed ? failed.reason().word() : NONE;
    ended.add(1, agent, runtime, run.state().word(), reason);
    var at = run.endedAt();
    if (at != null) {
      var took = Duration.between(run.commission().createdAt(), at);
      lasted.observe(Math.max(0, took.toNanos()), runtime);
    }
  }

  private void spent(String agent, String model, Usage usage) {
    tokens.add(usage.inputTokens(), agent, model, "input");
    tokens.add(usage.outputTokens(), agent, model, "output");
    tokens.add(usage.cachedTokens(), agent, model, "cached");
    cost.add(usage.cost().nanos(), agent, model);
    turns.add(usage.turns(), agent, model);
    if (usage.unpriced()) {
      unpriced.add(1, agent, model);
    }
  }

  private String agent(Run run) {
    return agents.of(run.commission().agent().name());
  }

  private String model(Run run) {
    var asked = run.commission().agent().model();
    var answered = run.facts().getOrDefault(MODEL_FACT, asked == null ? NONE : asked);
    return models.of(answered);
  }

  /// `ToolCalled` is `tool_called`.
  private String word(RunEvent event) {
    return words.computeIfAbsent(
        event.getClass(),
        type ->
            type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT));
  }

  OpenRuns open() {
    return open;
  }

  double eventsPerSecond() {
    return recentEvents.summary(nanoTime.getAsLong()).perSecond();
  }

  List<Family> families() {
    return List.of(
        new Gauge(
            Family.Type.GAUGE,
            "retinue_runs",
            "Runs that are not over, by their state.",
            open::counts,
            "state",
            "agent",
            "runtime"),
        started,
        ended,
        lasted,
        waited,
        events,
        tokens,
        cost,
        turns,
        unpriced);
  }
}
