package dev.retinue.runtime.coder.repository;

import dev.retinue.runtime.coder.client.CoderClient;
import java.util.List;

/// Everything of one deployment that the fleet asks for.
public record Deployment(
    CoderClient client, Versions versions, Projects projects, AgentWorkspaces agents) {
  /// What is behind a client.
  ///
  /// @param only the names of the projects that count; none for all
  public static Deployment of(CoderClient client, List<String> only) {
    var versions = new Versions(client);
    var projects = new Projects(client, versions, only);
    return new Deployment(
        client, versions, projects, new AgentWorkspaces(client, versions, projects));
  }
}
