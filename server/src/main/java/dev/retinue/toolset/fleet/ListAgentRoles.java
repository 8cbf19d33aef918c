package dev.retinue.toolset.fleet;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `list_agent_roles`: what agents can be in a project.
@Tool.Spec(
    name = "list_agent_roles",
    title = "List roles",
    description = "Lists the roles that agents can have in a project.",
    readOnly = true)
public final class ListAgentRoles implements Tool<ListAgentRoles.Input, ListAgentRoles.Output> {
  /// What it takes.
  public record Input(
      @Description("The name of the project, as list_agent_projects has it.") @Limits(minLength = 1)
          String project,
      @Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      String project, List<Role> roles, @Description("How many there are.") int totalCount) {}

  /// One of them.
  public record Role(
      String id,
      String name,
      String projectId,
      String projectName,
      @Description("Whether the project has it as its usual one.") boolean isDefault) {}

  private final Fleets fleets;

  ListAgentRoles(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var found = fleets.seenBy(call, input.deployment).roles(input.project);
    var project = found.project().name();
    var roles =
        found.all().stream()
            .map(it -> new Role(it.id(), it.name(), it.projectId(), project, it.isDefault()))
            .toList();
    return new Output(project, roles, roles.size());
  }
}
