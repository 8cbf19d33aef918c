package dev.retinue.core.fleet;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An agent in a workspace of its own.
///
/// @param reason why it is so, where the status alone does not say it
/// @param role what it is there for: the name of the preset that it was made from
/// @param lastTask what it said last of its work, or what it was told
/// @param queued how many tasks wait until it is idle
/// @param metadata what else is known of it
/// @param home where it lives
public record FleetAgent(
    String name,
    String workspaceId,
    FleetStatus status,
    @Nullable String reason,
    String role,
    String project,
    @Nullable String lastTask,
    Instant createdAt,
    Instant updatedAt,
    int queued,
    Map<String, String> metadata,
    Home home) {
  /// The role of one that was made from no preset, or from one that is gone.
  public static final String UNKNOWN_ROLE = "Unknown";

  /// The workspace of an agent, as its deployment knows it.
  ///
  /// @param template what it was made from
  /// @param owner whose it is there
  /// @param health how the app is by which one talks to the agent: healthy, unhealthy,
  ///   initializing, disabled
  public record Home(@Nullable String template, @Nullable String owner, @Nullable String health) {
    public static final Home UNKNOWN = new Home(null, null, null);
  }

  public FleetAgent {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }
}
