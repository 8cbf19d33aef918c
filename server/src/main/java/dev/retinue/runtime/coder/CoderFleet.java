package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.fleet.Paged;
import dev.retinue.core.fleet.QueuedTasks;
import dev.retinue.core.fleet.SentTasks;
import dev.retinue.core.fleet.SentTasks.Sent;
import dev.retinue.core.staff.Trouble;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.Deadline;
import dev.retinue.runtime.coder.client.Template;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.repository.Deployment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fleet of one deployment of Coder.
public final class CoderFleet implements Fleet {
  private static final List<String> FLAGGED = List.of("start_timeout", "start_error");

  private final Deployment deployment;
  private final Reach reach;
  private final Hiring hiring;
  private final Hiring making;
  private final Rebuilds rebuilds;
  private final Errands errands;
  private final Backlog backlog;
  private final Attendance attendance;
  private final Chronicle chronicle;
  private final SentTasks sent;
  private final InstantSource clock;
  private final Contacts contacts;

  public CoderFleet(
      CoderClient client,
      FleetRules rules,
      SentTasks sent,
      QueuedTasks queued,
      InstantSource clock,
      Pace pace) {
    this.deployment = Deployment.of(client, rules.projects());
    this.reach = new Reach(client, rules.app());
    this.hiring = new Hiring(deployment, rules.longestName());
    this.making = new Hiring(deployment, FleetRules.LONGEST_NAME);
    this.rebuilds = new Rebuilds(client, pace);
    this.errands = new Errands(reach, rules.interrupt(), pace);
    this.backlog = new Backlog(client, errands, queued, this::note, pace, clock);
    this.attendance = new Attendance(client, reach, rebuilds, backlog, pace);
    this.chronicle = new Chronicle(deployment, reach, sent, backlog);
    this.sent = sent;
    this.clock = clock;
    this.contacts = new Contacts(this, deployment, reach, errands, rebuilds);
  }

  /// Its agents, for whoever has them work for him.
  public Contacts contacts() {
    return contacts;
  }

  /// Goes on with the tasks that wait since before this process.
  public void begin() {
    backlog.begin();
  }

  @Override
  public List<FleetAgent> agents(@Nullable FleetStatus status, @Nullable String project)
      throws InterruptedException {
    var found = new ArrayList<FleetAgent>();
    var queued = backlog.counts();
    for (var workspace : deployment.agents().all(project)) {
      var standing = answered(workspace, reach.seen(workspace));
      if (status == null || status.means(standing.status())) {
        int waiting = queued.getOrDefault(workspace.id(), 0);
        found.add(agent(workspace, standing, waiting, Map.of()));
      }
    }
    return found;
  }

  @Override
  public FleetAgent show(String name) throws InterruptedException {
    var workspace = deployment.agents().require(name);
    var metadata = new LinkedHashMap<>(deployment.agents().prompts(workspace));
    workspace.build().agents().stream()
        .filter(agent -> FLAGGED.contains(agent.lifecycle()))
        .findFirst()
        .ifPresent(agent -> metadata.put("startup", agent.lifecycle()));
    var standing = answered(workspace, reach.asked(workspace));
    return agent(workspace, standing, backlog.of(workspace).size(), metadata);
  }

  /// Who was told something after it had failed does not wait for that any more.
  private Standing answered(Workspace workspace, Standing standing) {
    var latest = workspace.latestStatus();
    if (standing.status() != FleetStatus.WAITING || latest == null) {
      return standing;
    }
    var told = sent.of(workspace.id());
    return told.isEmpty() || told.getLast().at().isBefore(latest.at())
        ? standing
        : new Standing(FleetStatus.IDLE, null);
  }

  private FleetAgent agent(
      Workspace workspace, Standing standing, int queued, Map<String, String> metadata)
      throws InterruptedException {
    return new FleetAgent(
        workspace.name(),
        workspace.id(),
        standing.status(),
        standing.reason(),
        deployment.agents().role(workspace),
        workspace.origin().project(),
        lastTask(workspace),
        workspace.times().createdAt(),
        workspace.times().updatedAt(),
        queued,
        metadata,
        home(workspace));
  }

  private FleetAgent.Home home(Workspace workspace) {
    var app = reach.app(workspace);
    return new FleetAgent.Home(
        workspace.origin().name(), workspace.owner(), app == null ? null : app.health());
  }

  /// What it said last; until it has said anything, what it was told last.
  private @Nullable String lastTask(Workspace workspace) {
    var latest = workspace.latestStatus();
    if (latest != null && !latest.message().isBlank()) {
      return latest.message();
    }
    var told = sent.of(workspace.id());
    return told.isEmpty() ? null : told.getLast().task();
  }

  @Override
  public List<Project> projects() throws InterruptedException {
    return deployment.projects().all().stream().map(CoderFleet::project).toList();
  }

  private static Project project(Template template) {
    return new Project(template.id(), template.displayName(), template.description());
  }

  @Override
  public Roles roles(String project) throws InterruptedException {
    var template = deployment.projects().require(project);
    var roles =
        deployment.versions().presets(template.versionId()).stream()
            .map(it -> new Role(it.id(), it.name(), template.id(), it.isDefault()))
            .toList();
    return new Roles(project(template), roles);
  }

  @Override
  public FleetAgent create(Wanted wanted) throws InterruptedException {
    return create(hiring, wanted);
  }

  /// One whose name nobody chose, and which may be as long as Coder has them.
  void make(Wanted wanted) throws InterruptedException {
    create(making, wanted);
  }

  private FleetAgent create(Hiring hiring, Wanted wanted) throws InterruptedException {
    var hired = hiring.hire(wanted);
    var workspace = hired.workspace();
    note(workspace, wanted.task());
    var status = reach.seen(workspace).status();
    return new FleetAgent(
        workspace.name(),
        workspace.id(),
        status == FleetStatus.PENDING ? FleetStatus.STARTING : status,
        null,
        hired.role() == null ? FleetAgent.UNKNOWN_ROLE : hired.role(),
        workspace.origin().project(),
        wanted.task(),
        workspace.times().createdAt(),
        workspace.times().updatedAt(),
        0,
        Map.of(),
        home(workspace));
  }

  @Override
  public Done delete(String name) throws InterruptedException {
    var workspace = deployment.agents().require(name);
    var done = rebuilds.delete(workspace);
    backlog.drop(workspace);
    return done;
  }

  @Override
  public Done restart(String name) throws InterruptedException {
    return rebuilds.restart(deployment.agents().require(name));
  }

  @Override
  public Assigned assign(Order order, Duration patience, Progress progress)
      throws InterruptedException {
    if (order.task().isBlank()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The task is empty; say what the agent should do.");
    }
    var workspace = deployment.agents().require(order.agent());
    if (order.startIfStopped()) {
      workspace = attendance.bringUp(workspace, Deadline.in(patience), progress);
    }
    int ahead = backlog.of(workspace).size();
    if (order.queue() && (ahead > 0 || reach.seen(workspace).status().isComing())) {
      return queued(workspace, order.task(), ahead);
    }
    if (ahead > 0) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Tasks wait for agent '%s' already (%d); let this one wait too with 'queue', or remove them with cancel_agent_task and 'drop_queued'."
              .formatted(workspace.name(), ahead));
    }
    if (order.startIfStopped() && reach.seen(workspace).status().isComing()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "Agent '%s' is still starting and was not given the task; try again in a minute, or let the task wait with 'queue'."
              .formatted(workspace.name()));
    }
    try {
      errands.start(workspace, order.task());
    } catch (RetinueException e) {
      if (!order.queue() || e.code() != ErrorCode.CONFLICT) {
        throw e;
      }
      return queued(workspace, order.task(), ahead);
    }
    var at = note(workspace, order.task());
    return new Assigned(new TaskEntry(workspace.name(), order.task(), null, null, at), null, ahead);
  }

  private Assigned queued(Workspace workspace, String task, int ahead) {
    var queued = backlog.add(workspace, task);
    var entry = new TaskEntry(workspace.name(), task, null, TaskEntry.QUEUED, queued.at());
    return new Assigned(entry, queued.id(), ahead);
  }

  @Override
  public Outcome await(String name, @Nullable String queued, Duration patience, Progress progress)
      throws InterruptedException {
    var workspace = deployment.agents().require(name);
    return attendance.await(workspace, queued, patience, progress);
  }

  /// It was done, whether it can be written down or not.
  Instant note(Workspace workspace, String task) {
    var at = clock.instant();
    try {
      sent.add(new Sent(workspace.id(), task, at));
    } catch (RetinueException e) {
      Trouble.note("what an agent was told is not in its history", e);
    }
    return at;
  }

  @Override
  public Cancelled cancel(String name, boolean dropQueued) throws InterruptedException {
    var workspace = deployment.agents().require(name);
    int dropped = dropQueued ? backlog.drop(workspace) : 0;
    try {
      return new Cancelled(errands.cancel(workspace), true, dropped);
    } catch (RetinueException e) {
      int waiting = backlog.of(workspace).size();
      if (e.code() != ErrorCode.INVALID_INPUT || dropped + waiting == 0) {
        throw e;
      }
      if (dropped > 0) {
        var done =
            new Done(
                workspace.name(),
                workspace.id(),
                reach.seen(workspace).status(),
                "Agent '%s' was not at work".formatted(workspace.name()));
        return new Cancelled(done, false, dropped);
      }
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s Tasks wait for it (%d); 'drop_queued' removes them."
              .formatted(e.getMessage(), waiting));
    }
  }

  @Override
  public Paged<TaskEntry> history(String name, int page, int size) throws InterruptedException {
    return chronicle.history(deployment.agents().require(name), page, size);
  }

  @Override
  public Log log(String name, int page, int size) throws InterruptedException {
    return chronicle.log(deployment.agents().require(name), page, size);
  }

  @Override
  public void close() {
    backlog.close();
    deployment.client().close();
  }
}
