package dev.retinue.runtime.llm.team;

import dev.retinue.core.Background;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Tool;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Members of a team who work in the background: runs below this one that nobody waits for. What
/// was begun is a fact of the run, so that whoever takes it up again finds all of them, and in a
/// conversation the turns after it.
///
/// They end as all runs below others do: with a run that is stopped or fails, and not with one that
/// is done.
final class BackgroundAgents {
  static final int MOST_RUNNING = 20;
  static final int MOST_KEPT = 100;

  private static final int LONGEST_LINE = 200;
  private static final String BY_ID =
      """
      {"type":"object","properties":{
        "task_id":{"type":"string","description":"As run_background_agent told it."}},
       "required":["task_id"]}
      """;

  private final Work work;
  private final Mates members;
  private final InstantSource clock;

  private BackgroundAgents(Work work, InstantSource clock) {
    this.work = work;
    this.members = new Mates(work.agent().craft().team().members());
    this.clock = clock;
  }

  static List<Tool> of(Work work, InstantSource clock) {
    var agents = new BackgroundAgents(work, clock);
    return List.of(
        tool(
            "run_background_agent",
            "Gives a task to a member of your team and does not wait for it. Look after it with view_background_agent.",
            Assignment.SCHEMA,
            agents::run),
        tool(
            "list_background_agents",
            "Lists what you gave to members of your team to do in the background.",
            "{\"type\":\"object\",\"properties\":{}}",
            (_, _) -> agents.list()),
        tool(
            "view_background_agent",
            "Shows how far a background task is, and what came of it.",
            BY_ID,
            (_, input) -> agents.view(input)),
        tool(
            "stop_background_agent",
            "Stops a background task.",
            BY_ID,
            (_, input) -> agents.stop(input)));
  }

  /// What one of them does.
  private interface Effect {
    Tool.Result of(String call, ObjectNode input) throws Assignment.Unclear;
  }

  private static Tool tool(String name, String description, String schema, Effect effect) {
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return new ToolSpec(name, description, schema);
      }

      @Override
      public boolean isRepeatable() {
        return true;
      }

      @Override
      public Result call(String call, ObjectNode input) {
        try {
          return effect.of(call, input);
        } catch (Assignment.Unclear e) {
          return e.result();
        }
      }
    };
  }

  /// Two calls of one answer count one after the other.
  private synchronized Tool.Result run(String call, ObjectNode input) throws Assignment.Unclear {
    var assignment = Assignment.of(members, input);
    var known = runs();
    boolean again = work.now().facts().containsKey(Background.FACT + call);
    if (!again && known.stream().filter(it -> !it.ended()).count() >= MOST_RUNNING) {
      return Tool.Result.failure(
          "%d tasks are running in the background, and no more may. Wait for one, or stop one."
              .formatted(MOST_RUNNING));
    }
    var begun = work.delegate("background-" + call, assignment.errand()).id();
    if (!again) {
      var learned = forgotten(known);
      learned.put(Background.FACT + call, begun.text());
      var at = clock.instant().truncatedTo(ChronoUnit.MICROS);
      work.tell(new RunEvent.Learned(at, learned));
    }
    return Tool.Result.of(
        "'%s' works on it in the background. The task_id is %s."
            .formatted(assignment.mate().name(), begun));
  }

  /// The oldest that have ended make room: their runs are still there for everybody else.
  private Map<String, String> forgotten(List<Run> known) {
    var oldest =
        known.stream()
            .filter(Run::ended)
            .limit(Math.max(0, known.size() + 1 - MOST_KEPT))
            .map(it -> it.id().text())
            .collect(Collectors.toSet());
    return work.now().facts().entrySet().stream()
        .filter(it -> it.getKey().startsWith(Background.FACT) && oldest.contains(it.getValue()))
        .collect(Collectors.toMap(Map.Entry::getKey, _ -> "", (one, _) -> one, HashMap::new));
  }

  /// Those of this run, and what earlier turns of its conversation have left. One that was removed
  /// since is none any more.
  private List<Run> runs() {
    var runs = new ArrayList<Run>();
    Background.of(work.now()).forEach(id -> runs.add(work.company().look(id)));
    for (var id : work.company().leftBehind()) {
      if (runs.stream().noneMatch(it -> it.id().equals(id))) {
        find(id).ifPresent(runs::add);
      }
    }
    runs.sort(
        (one, other) -> one.commission().createdAt().compareTo(other.commission().createdAt()));
    return runs;
  }

  private Optional<Run> find(RunId id) {
    try {
      return Optional.of(work.company().look(id));
    } catch (RetinueException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Tool.Result list() {
    var lines = runs().stream().map(BackgroundAgents::line).collect(Collectors.joining("\n"));
    return Tool.Result.of(lines.isEmpty() ? "There are none." : lines);
  }

  private static String line(Run run) {
    return "%s %s %s".formatted(run.id(), word(run.state()), run.commission().agent().name());
  }

  /// In the four words of whoever had such agents first.
  private static String word(State state) {
    return switch (state) {
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> "running";
      case State.Completed _ -> "completed";
      case State.Failed _ -> "failed";
      case State.Stopped _ -> "stopped";
    };
  }

  private Tool.Result view(ObjectNode input) {
    var run = require(input);
    if (run.ended()) {
      var report = Report.of(run, work.company());
      return new Tool.Result("%s\n\n%s".formatted(line(run), report.output()), report.failed());
    }
    var last = run.dossier().recentOutput();
    var said = last == null ? "" : "\nIt said last: " + Excerpt.of(last, LONGEST_LINE);
    var needs = run.needs().isEmpty() ? "" : "\nIt waits for: " + run.needs().getFirst().text();
    return Tool.Result.of(line(run) + said + needs);
  }

  private Tool.Result stop(ObjectNode input) {
    return Tool.Result.of(
        line(work.company().stop(require(input).id(), "the agent that began it stopped it")));
  }

  /// One of its own, and no other.
  private Run require(ObjectNode input) {
    var id = input.path("task_id").asString("").strip();
    return runs().stream()
        .filter(it -> it.id().text().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "You have no background task '%s'; list_background_agents lists yours."
                        .formatted(Excerpt.of(id))));
  }
}
