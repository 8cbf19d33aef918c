package dev.retinue.runtime.coder;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the owner has decided about the agents of a deployment.
///
/// @param projects the names of those that count; none for all
/// @param app the slug of the app that is the agent; null to find it
/// @param interrupt what is sent to interrupt an agent
/// @param longestName of new agents
public record FleetRules(
    List<String> projects, @Nullable String app, String interrupt, int longestName) {
  /// How long names can be at Coder.
  static final int LONGEST_NAME = 32;

  public static final String CONTROL_C = "\u0003";
  public static final FleetRules USUAL = new FleetRules(List.of(), null, CONTROL_C, 20);

  public FleetRules {
    projects = List.copyOf(projects);
  }

  /// How long it is waited for what takes its time at Coder.
  ///
  /// @param look how long between two looks
  /// @param patience within one call
  /// @param grace for what the server should do by itself
  /// @param settle for an agent that was interrupted
  /// @param longest for what goes on after the call
  public record Pace(
      Duration look, Duration patience, Duration grace, Duration settle, Duration longest) {
    public static final Pace USUAL =
        new Pace(
            Duration.ofSeconds(1),
            Duration.ofSeconds(25),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofMinutes(15));
  }
}
