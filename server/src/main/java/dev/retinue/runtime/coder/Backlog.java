package dev.retinue.runtime.coder;

import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.QueuedTasks;
import dev.retinue.core.fleet.QueuedTasks.Attempt;
import dev.retinue.core.fleet.QueuedTasks.Queued;
import dev.retinue.core.staff.Trouble;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.AppClient;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.Workspace;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Tasks that wait until their agents are idle. Each agent that has some is looked at until it has
/// none, also by the next process. None is given twice: what was perhaps taken is looked for in the
/// conversation first.
final class Backlog implements AutoCloseable {
  private static final int LOOKS = 3;
  private static final int SLOWEST = 5;

  /// After this time nothing that was sent is still on its way.
  private static final Duration ON_ITS_WAY = AppClient.TIME.multipliedBy(2);

  private static final List<String> GOING = List.of("deleting", "deleted");

  private final CoderClient client;
  private final Errands errands;
  private final QueuedTasks kept;
  private final Journal journal;
  private final Duration pause;
  private final InstantSource clock;
  private final Map<String, Thread> watchers = new HashMap<>();
  private boolean closed;

  /// Hears what an agent was told.
  interface Journal {
    void note(Workspace workspace, String task);
  }

  Backlog(
      CoderClient client,
      Errands errands,
      QueuedTasks kept,
      Journal journal,
      Pace pace,
      InstantSource clock) {
    this.client = client;
    this.errands = errands;
    this.kept = kept;
    this.journal = journal;
    this.pause = pace.look().multipliedBy(LOOKS);
    this.clock = clock;
  }

  /// Goes on with what an earlier process left.
  void begin() {
    kept.all(client.deployment()).stream().map(Queued::workspace).distinct().forEach(this::watch);
  }

  Queued add(Workspace workspace, String task) {
    var queued =
        new Queued(
            UUID.randomUUID().toString(),
            client.deployment(),
            workspace.id(),
            task,
            clock.instant(),
            null);
    kept.add(queued);
    watch(workspace.id());
    return queued;
  }

  List<Queued> of(Workspace workspace) {
    return kept.of(workspace.id());
  }

  /// How many wait for each workspace that any wait for.
  Map<String, Integer> counts() {
    return kept.all(client.deployment()).stream()
        .map(Queued::workspace)
        .collect(Collectors.toMap(Function.identity(), _ -> 1, Integer::sum));
  }

  /// Those that wait; not one that is on its way to the agent.
  int drop(Workspace workspace) {
    return errands.alone(workspace.id(), () -> dropAll(workspace.id()));
  }

  private int dropAll(String workspace) {
    var all = kept.of(workspace);
    all.forEach(kept::remove);
    return all.size();
  }

  private synchronized void watch(String workspace) {
    if (!closed) {
      watchers.computeIfAbsent(
          workspace, it -> Thread.ofVirtual().name("backlog-" + it).start(() -> attend(it)));
    }
  }

  private void attend(String workspace) {
    try {
      for (int looks = 1; true; looks++) {
        try {
          step(workspace);
        } catch (RetinueException _) {
          // Coder may be away for a while, and so may be the agent.
        } catch (RuntimeException e) {
          Trouble.note("a task that waits for an agent could not be given now", e);
        }
        if (isDone(workspace)) {
          return;
        }
        Thread.sleep(pause.multipliedBy(Math.min(looks, SLOWEST)));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// What is added from here on has a watcher of its own.
  private synchronized boolean isDone(String workspace) {
    try {
      if (closed || kept.of(workspace).isEmpty()) {
        watchers.remove(workspace);
        return true;
      }
    } catch (RetinueException e) {
      Trouble.note("what waits for an agent cannot be read", e);
    }
    return false;
  }

  private void step(String id) throws InterruptedException {
    var found = client.find(id);
    // Who may not see a workspace is told the same as if there were none: then tasks wait on.
    boolean gone = found.map(it -> GOING.contains(it.build().status())).orElse(false);
    if (gone || (found.isEmpty() && client.isGone(id))) {
      errands.alone(id, () -> dropAll(id));
    }
    if (gone || found.isEmpty()) {
      return;
    }
    errands.offer(found.get(), line -> next(found.get(), line));
  }

  /// The agent is idle, and nobody else talks to it.
  private void next(Workspace workspace, Errands.Ear ear) throws InterruptedException {
    var waiting = kept.of(workspace.id());
    if (waiting.isEmpty()) {
      return;
    }
    var queued = waiting.getFirst();
    var attempt = queued.attempt();
    if (attempt != null && isOver(workspace, queued, attempt, ear)) {
      return;
    }
    kept.replace(
        queued.trying(new Attempt(workspace.build().id(), ear.said().size(), clock.instant())));
    try {
      ear.say(queued.task());
    } catch (RetinueException e) {
      switch (e.code()) {
        // It was surely not taken.
        case CONFLICT, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, LIMIT_EXCEEDED -> kept.replace(queued);
        // It never will be, and those behind it are in line.
        case INVALID_INPUT -> {
          kept.remove(queued);
          Trouble.note(
              "agent '%s' does not take a task that waited".formatted(workspace.name()), e);
        }
        // It may have been taken.
        case INTERNAL_ERROR, SERVICE_UNAVAILABLE -> {}
      }
      throw e;
    }
    done(workspace, queued);
  }

  private void done(Workspace workspace, Queued queued) {
    journal.note(workspace, queued.task());
    kept.remove(queued);
  }

  /// Whether nothing is to be done about it now.
  private boolean isOver(Workspace workspace, Queued queued, Attempt attempt, Errands.Ear ear)
      throws InterruptedException {
    if (!attempt.build().equals(workspace.build().id())) {
      // Nobody knows any more what was said before the restart, and twice is worse than once.
      Trouble.note(
          "whether agent '%s' was told a task before it was restarted is not known; it is not told again"
              .formatted(workspace.name()));
      done(workspace, queued);
      return true;
    }
    var since = ear.said().stream().skip(attempt.said());
    if (since.anyMatch(it -> same(it, queued.task()))) {
      done(workspace, queued);
      return true;
    }
    return clock.instant().isBefore(attempt.at().plus(ON_ITS_WAY));
  }

  private static boolean same(String said, String task) {
    return said.replaceAll("\\s+", "").equals(task.replaceAll("\\s+", ""));
  }

  @Override
  public synchronized void close() {
    closed = true;
    watchers.values().forEach(Thread::interrupt);
    watchers.clear();
  }
}
