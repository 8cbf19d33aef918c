package dev.retinue.sdk;

/// An agent that cannot go on: a sentence for people, and the exit code for programs.
public final class AgentException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  /// @param exitCode 1 to 4 as every agent has them, or one of the agent's own from 10 on
  public AgentException(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
