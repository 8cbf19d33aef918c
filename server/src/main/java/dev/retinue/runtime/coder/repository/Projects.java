package dev.retinue.runtime.coder.repository;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.Template;
import dev.retinue.runtime.coder.client.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What agents can be made for: templates that have a title, and can be told a task.
public final class Projects {
  private final CoderClient client;
  private final Versions versions;
  private final List<String> only;

  /// @param only the names of those that count; none for all
  public Projects(CoderClient client, Versions versions, List<String> only) {
    this.client = client;
    this.versions = versions;
    this.only = List.copyOf(only);
  }

  public List<Template> all() throws InterruptedException {
    var found = new ArrayList<Template>();
    for (var template : client.templates()) {
      if (isWanted(template) && versions.isForAgents(template.versionId())) {
        found.add(template);
      }
    }
    return found;
  }

  /// By its title, or by the name of its template.
  public Template require(String name) throws InterruptedException {
    Optional<Template> found = Optional.empty();
    var others = new ArrayList<String>();
    for (var template : client.templates()) {
      if (!isWanted(template)) {
        continue;
      }
      others.add(template.displayName());
      boolean titled = template.displayName().strip().equalsIgnoreCase(name.strip());
      if (titled || (found.isEmpty() && template.name().equalsIgnoreCase(name.strip()))) {
        found = Optional.of(template);
        if (titled) {
          break;
        }
      }
    }
    if (found.isEmpty() || !versions.isForAgents(found.get().versionId())) {
      throw unknown(name, others);
    }
    return found.get();
  }

  private RetinueException unknown(String name, List<String> others) {
    var meant = Nearest.to(name, others).map(" Did you mean '%s'?"::formatted).orElse("");
    return new RetinueException(
        ErrorCode.NOT_FOUND,
        "There is no project '%s'; list_agent_projects says which there are.%s"
            .formatted(Excerpt.of(name), meant));
  }

  private boolean isWanted(Template template) {
    return !template.displayName().isBlank()
        && (only.isEmpty()
            || only.stream()
                .anyMatch(
                    name ->
                        name.equalsIgnoreCase(template.displayName().strip())
                            || name.equalsIgnoreCase(template.name())));
  }

  /// Whether a workspace is one of an agent, and not one in which somebody sits.
  boolean include(Workspace workspace) throws InterruptedException {
    var origin = workspace.origin();
    if (!only.isEmpty()) {
      return only.stream()
          .anyMatch(
              name ->
                  name.equalsIgnoreCase(origin.displayName().strip())
                      || name.equalsIgnoreCase(origin.name()));
    }
    return !origin.displayName().isBlank() && isForAgents(workspace.build());
  }

  /// The presets are asked for anyway: where they say what an agent is to be, the parameters need
  /// not be asked for too.
  private boolean isForAgents(Workspace.Build build) throws InterruptedException {
    if (build.presetId() != null) {
      var set =
          versions.presets(build.versionId()).stream()
              .flatMap(preset -> preset.parameters().stream())
              .collect(Collectors.toSet());
      if (set.stream().anyMatch(name -> Versions.means(name, Versions.MANNER))) {
        return true;
      }
    }
    return versions.isForAgents(build.versionId());
  }
}
