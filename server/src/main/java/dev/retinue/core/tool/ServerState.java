package dev.retinue.core.tool;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How a server of tools is at one moment.
///
/// @param transport `stdio` or `http`
/// @param runs how many runs have its tools just now
/// @param tools those that it offered last
/// @param warnings what was left out of them, and why
public record ServerState(
    String name,
    String transport,
    Health health,
    int runs,
    List<Offered> tools,
    List<String> warnings) {
  public ServerState {
    tools = List.copyOf(tools);
    warnings = List.copyOf(warnings);
  }

  /// Whether it is well.
  ///
  /// @param error why it was not the last time; null if it was
  /// @param restarts how often it was begun again after it had broken
  /// @param pid of its program, while that runs
  public record Health(Phase phase, @Nullable String error, int restarts, @Nullable Long pid) {}

  /// A tool as models are told of it.
  ///
  /// @param repeatable whether doing it twice does no more than doing it once
  /// @param schema the JSON Schema of its input
  public record Offered(String name, String description, boolean repeatable, String schema) {}

  /// What it is doing.
  public enum Phase {
    /// Nobody needs it.
    IDLE,
    STARTING,
    READY,
    /// It broke, and is tried again only after a while.
    BACKING_OFF,
    /// It could not be begun; whoever needs it next tries again.
    FAILED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// Whether its tools can be had, as far as anybody knows.
    public boolean well() {
      return switch (this) {
        case IDLE, STARTING, READY -> true;
        case BACKING_OFF, FAILED -> false;
      };
    }
  }
}
