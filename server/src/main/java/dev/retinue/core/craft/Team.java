package dev.retinue.core.craft;

import java.util.List;
import java.util.Objects;

/// Whom an agent works with.
///
/// @param members whom it gives tasks to
/// @param successors whom it hands a conversation to
public record Team(List<Mate> members, List<Mate> successors) {
  public static final Team NONE = new Team(List.of(), List.of());

  public Team {
    members = List.copyOf(Objects.requireNonNullElse(members, List.of()));
    successors = List.copyOf(Objects.requireNonNullElse(successors, List.of()));
  }

  /// One of them.
  ///
  /// @param name as the file calls it, and so the model
  /// @param agent as the staff calls it
  public record Mate(String name, String agent) {}
}
