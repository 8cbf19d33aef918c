package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.fleet.Paged;
import dev.retinue.core.fleet.SentTasks;
import dev.retinue.core.fleet.SentTasks.Sent;
import dev.retinue.core.staff.Trouble;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.Template;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.repository.Deployment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fleet of one deployment of Coder.
public final class CoderFleet implements Fleet, AutoCloseable {
  private static final List<String> FLAGGED = List.of("start_timeout", "start_error");

  private final Deployment deployment;
  private final Reach reach;
  private final Hiring hiring;
  private final Rebuilds rebuilds;
  private final Errands errands;
  private final Chronicle chronicle;
  private final SentTasks sent;
  private final InstantSource clock;
  private final Contacts contacts;

  public CoderFleet(
      CoderClient client, FleetRules rules, SentTasks sent, InstantSource clock, Pace pace) {
    this.deployment = Deployment.of(client, rules.projects());
    this.reach = new Reach(client.apps(), rules.app());
    this.hiring = new Hiring(deployment, rules.longestName());
    this.rebuilds = new Rebuilds(client, pace);
    this.errands = new Errands(reach, rules.interrupt(), pace);
    this.chronicle = new Chronicle(deployment, reach, sent);
    this.sent = sent;
    this.clock = clock;
    this.contacts = new Contacts(this, deployment, reach, errands, rebuilds);
  }

  /// Its agents, for whoever has them work for him.
  public Contacts contacts() {
    return contacts;
  }

  @Override
  public List<FleetAgent> agents(@Nullable FleetStatus status, @Nullable String project)
      throws InterruptedException {
    var found = new ArrayList<FleetAgent>();
    for (var workspace : deployment.agents().all(project)) {
      var standing = reach.seen(workspace);
      if (status == null || status.means(standing.status())) {
        found.add(agent(workspace, standing, Map.of()));
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
    return agent(workspace, reach.asked(workspace), metadata);
  }

  private FleetAgent agent(Workspace workspace, Standing standing, Map<String, String> metadata)
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
        metadata);
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
        Map.of());
  }

  @Override
  public Done delete(String name) throws InterruptedException {
    return rebuilds.delete(deployment.agents().require(name));
  }

  @Override
  public Done restart(String name) throws InterruptedException {
    return rebuilds.restart(deployment.agents().require(name));
  }

  @Override
  public TaskEntry start(String name, String task) throws InterruptedException {
    if (task.isBlank()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The task is empty; say what the agent should do.");
    }
    var workspace = deployment.agents().require(name);
    errands.start(workspace, task);
    return new TaskEntry(workspace.name(), task, null, null, note(workspace, task));
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
  public Done cancel(String name) throws InterruptedException {
    return errands.cancel(deployment.agents().require(name));
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
    deployment.client().close();
  }
}
