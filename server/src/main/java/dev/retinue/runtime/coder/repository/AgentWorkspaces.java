package dev.retinue.runtime.coder.repository;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.Template.Parameter;
import dev.retinue.runtime.coder.client.Template.Preset;
import dev.retinue.runtime.coder.client.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The workspaces of agents, and no others: who deletes an agent must not be able to hit a
/// workspace in which somebody sits.
public final class AgentWorkspaces {
  private static final int LONGEST = 32;
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*");

  private final CoderClient client;
  private final Versions versions;
  private final Projects projects;

  public AgentWorkspaces(CoderClient client, Versions versions, Projects projects) {
    this.client = client;
    this.versions = versions;
    this.projects = projects;
  }

  /// Whether a workspace can have this name.
  public static boolean isName(String name, int longest) {
    return name.length() <= longest && NAME.matcher(name).matches();
  }

  /// Those of all agents.
  ///
  /// @param project only those of this one; null for all
  public List<Workspace> all(@Nullable String project) throws InterruptedException {
    var found = new ArrayList<Workspace>();
    for (var workspace : client.workspaces()) {
      if ((project == null || isOf(project, workspace)) && projects.include(workspace)) {
        found.add(workspace);
      }
    }
    return found;
  }

  private static boolean isOf(String project, Workspace workspace) {
    var origin = workspace.origin();
    return origin.project().strip().equalsIgnoreCase(project.strip())
        || origin.name().equalsIgnoreCase(project.strip());
  }

  public Workspace require(String name) throws InterruptedException {
    var found = isName(name, LONGEST) ? client.findByName(name) : Optional.<Workspace>empty();
    if (found.isEmpty() || !projects.include(found.get())) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no agent '%s'; list_agents says which there are.".formatted(Excerpt.of(name)));
    }
    return found.get();
  }

  /// Whether anything has this name, an agent or not.
  public boolean isTaken(String name) throws InterruptedException {
    return client.findByName(name).isPresent();
  }

  /// The same one as it is now; nothing if it is gone.
  public Optional<Workspace> again(Workspace workspace) throws InterruptedException {
    return client.find(workspace.id());
  }

  /// What it is there for.
  public String role(Workspace workspace) throws InterruptedException {
    var preset = workspace.build().presetId();
    if (preset == null) {
      return FleetAgent.UNKNOWN_ROLE;
    }
    return versions.presets(workspace.build().versionId()).stream()
        .filter(it -> it.id().equalsIgnoreCase(preset))
        .map(Preset::name)
        .findFirst()
        .orElse(FleetAgent.UNKNOWN_ROLE);
  }

  /// What it was told to do and to be when it was made.
  public Map<String, String> prompts(Workspace workspace) throws InterruptedException {
    var prompts = new LinkedHashMap<String, String>();
    for (var parameter : client.buildParameters(workspace.build().id())) {
      meaning(parameter).ifPresent(it -> prompts.put(it, parameter.value()));
    }
    return prompts;
  }

  private static Optional<String> meaning(Parameter parameter) {
    return List.of(Versions.TASK, Versions.MANNER).stream()
        .filter(meaning -> Versions.means(parameter.name(), meaning))
        .findFirst();
  }

  /// What it said of its work in all builds that are still known.
  public List<Workspace.AppStatus> statuses(Workspace workspace) throws InterruptedException {
    var byId = new LinkedHashMap<String, Workspace.AppStatus>();
    collect(workspace.build(), byId);
    for (var build : client.builds(workspace.id())) {
      collect(build, byId);
    }
    var latest = workspace.latestStatus();
    if (latest != null) {
      byId.putIfAbsent(latest.id(), latest);
    }
    return List.copyOf(byId.values());
  }

  private static void collect(Workspace.Build build, Map<String, Workspace.AppStatus> byId) {
    build
        .apps()
        .flatMap(app -> app.statuses().stream())
        .forEach(status -> byId.putIfAbsent(status.id(), status));
  }
}
