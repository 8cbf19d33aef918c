package dev.retinue.cli.agentapi;

import java.time.Instant;

/// One message as AgentAPI shows it. That of an agent grows while it is at work.
///
/// @param id also its place in the conversation
public record Message(long id, Role role, String content, Instant time) {
  /// Who says it.
  public enum Role {
    USER("user"),
    AGENT("agent");

    private final String word;

    Role(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }
}
