package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet.Wanted;
import dev.retinue.runtime.coder.client.CoderClient.NewWorkspace;
import dev.retinue.runtime.coder.client.Template;
import dev.retinue.runtime.coder.client.Template.Parameter;
import dev.retinue.runtime.coder.client.Template.Preset;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.repository.AgentWorkspaces;
import dev.retinue.runtime.coder.repository.Deployment;
import dev.retinue.runtime.coder.repository.Versions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How an agent is made.
final class Hiring {
  /// Coder has pages of these names.
  private static final Set<String> RESERVED = Set.of("new", "create");

  private static final String USUAL_ROLE = "coder";

  private final Deployment deployment;
  private final int longestName;

  Hiring(Deployment deployment, int longestName) {
    this.deployment = deployment;
    this.longestName = longestName;
  }

  /// Who was made, and as what.
  ///
  /// @param role null if it has none
  record Hired(Workspace workspace, @Nullable String role) {}

  /// First what is wrong without asking, then what is not there, and last what is there already.
  Hired hire(Wanted wanted) throws InterruptedException {
    requireName(wanted.name());
    if (wanted.task().isBlank()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "The task is empty; say what the agent should do.");
    }
    var project = deployment.projects().require(wanted.project());
    var preset = preset(project, wanted.role());
    if (preset.isPresent()) {
      requireOpen(preset.get());
    }
    if (deployment.agents().isTaken(wanted.name())) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is an agent or a workspace '%s' already; choose another name."
              .formatted(wanted.name()));
    }
    var parameter =
        deployment.versions().parameter(project.versionId(), Versions.TASK).orElse(Versions.TASK);
    var workspace =
        deployment
            .client()
            .create(
                new NewWorkspace(
                    wanted.name(),
                    project.id(),
                    preset.map(Preset::id).orElse(null),
                    List.of(new Parameter(parameter, wanted.task()))));
    return new Hired(workspace, preset.map(Preset::name).orElse(null));
  }

  private void requireName(String name) {
    if (!AgentWorkspaces.isName(name, longestName)
        || RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "An agent cannot be called '%s': a name has 1 to %d letters and digits, with single hyphens between them, and is not 'new' or 'create'."
              .formatted(Excerpt.of(name), longestName));
    }
  }

  /// The role that is asked for must be there; else the usual one, the default one or the first.
  private Optional<Preset> preset(Template project, @Nullable String role)
      throws InterruptedException {
    var presets = deployment.versions().presets(project.versionId());
    if (role != null && !role.isBlank()) {
      var found = named(presets, role);
      if (found.isEmpty()) {
        throw unknown(project, role, presets);
      }
      return found;
    }
    return named(presets, USUAL_ROLE)
        .or(() -> presets.stream().filter(Preset::isDefault).findFirst())
        .or(() -> presets.stream().findFirst());
  }

  private static Optional<Preset> named(List<Preset> presets, String role) {
    return presets.stream()
        .filter(preset -> preset.name().strip().equalsIgnoreCase(role.strip()))
        .findFirst();
  }

  private static RetinueException unknown(Template project, String role, List<Preset> presets) {
    var names = presets.stream().map(Preset::name).collect(Collectors.joining(", "));
    return new RetinueException(
        ErrorCode.NOT_FOUND,
        presets.isEmpty()
            ? "Project '%s' has no roles; leave 'role' out.".formatted(project.displayName())
            : "Project '%s' has no role '%s', only %s."
                .formatted(project.displayName(), Excerpt.of(role), Excerpt.of(names, 300)));
  }

  /// The values of a preset are above those that are sent: the task would be lost.
  private static void requireOpen(Preset preset) {
    if (preset.parameters().stream().anyMatch(name -> Versions.means(name, Versions.TASK))) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The role '%s' has a task of its own, which would take the place of yours; choose another role, or take the parameter '%s' out of its preset."
              .formatted(preset.name(), Versions.TASK));
    }
  }
}
