package dev.retinue.runtime.coder.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A conversation with an agent of Coder's own.
///
/// @param status waiting, running, error, requires_action or interrupting; earlier also pending,
///   completed or paused
/// @param error what went wrong last; null for nothing
/// @param summary of its last turn; null if there is none
public record Chat(
    String id,
    String organizationId,
    String status,
    @Nullable String error,
    @Nullable String summary,
    Map<String, String> labels,
    Instant createdAt,
    Instant updatedAt) {
  public Chat {
    labels = Map.copyOf(labels);
  }

  /// Whether it is at work.
  public boolean isBusy() {
    return status.equals("running") || status.equals("interrupting") || status.equals("pending");
  }

  /// What was said in it.
  ///
  /// @param messages oldest first
  /// @param queued what waits until it is done
  public record Transcript(List<Said> messages, List<Said> queued) {}

  /// One thing that was said.
  ///
  /// @param input whether it was said to the agent
  public record Said(long id, Instant at, boolean input, String text) {}

  /// Where chats are made.
  public record Organization(String id, String name, String displayName) {
    public String title() {
      return displayName.isBlank() ? name : displayName;
    }
  }
}
