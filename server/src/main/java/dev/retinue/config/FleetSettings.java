package dev.retinue.config;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the owner has decided about agents in workspaces elsewhere.
///
/// @param deployments his own, beside that of `CODER_URL`
/// @param usual the name of the one that is meant where none is named; null for the first
/// @param projects the names of those that count; none for all
/// @param app the slug of the app that is the agent; null to find it
/// @param longestName of new agents
public record FleetSettings(
    List<OwnDeployment> deployments,
    @Nullable String usual,
    List<String> projects,
    @Nullable String app,
    Interrupt interrupt,
    int longestName) {
  public static final FleetSettings USUAL =
      new FleetSettings(List.of(), null, List.of(), null, Interrupt.CTRL_C, 20);

  public FleetSettings {
    deployments = List.copyOf(deployments);
    projects = List.copyOf(projects);
  }

  /// The key that interrupts an agent.
  public enum Interrupt {
    CTRL_C("\u0003"),
    ESCAPE("\u001b");

    private final String key;

    Interrupt(String key) {
      this.key = key;
    }

    public String key() {
      return key;
    }
  }

  /// Where Coder is.
  ///
  /// @param tokenVariable the variable that holds the session token
  public record OwnDeployment(String name, URI url, String tokenVariable, Backend backend) {}

  /// What the agents of a deployment are.
  public enum Backend {
    WORKSPACES,
    CHATS
  }
}
