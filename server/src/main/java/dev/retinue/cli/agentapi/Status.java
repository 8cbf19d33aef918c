package dev.retinue.cli.agentapi;

/// Whether the agent is at work. One that waits for a word of its user is not.
public enum Status {
  STABLE("stable"),
  RUNNING("running");

  private final String word;

  Status(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }
}
