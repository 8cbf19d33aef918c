package dev.retinue.toolset.fleet;

import dev.retinue.core.fleet.Fleet;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `list_agent_projects`: what agents can be made for.
@Tool.Spec(
    name = "list_agent_projects",
    title = "List projects",
    description = "Lists the projects that agents can be made for with create_agent.",
    readOnly = true)
public final class ListAgentProjects
    implements Tool<ListAgentProjects.Input, ListAgentProjects.Output> {
  /// What it takes.
  public record Input(@Description(Fleets.DEPLOYMENT) @Nullable String deployment) {}

  /// What it answers.
  public record Output(
      List<Project> projects, @Description("How many there are.") int totalCount) {}

  /// One of them.
  public record Project(String id, String name, String description) {}

  private final Fleets fleets;

  ListAgentProjects(Fleets fleets) {
    this.fleets = fleets;
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    return output(fleets.seenBy(call, input.deployment).projects());
  }

  /// These.
  public static Output output(List<Fleet.Project> all) {
    var projects =
        all.stream().map(it -> new Project(it.id(), it.name(), it.description())).toList();
    return new Output(projects, projects.size());
  }
}
