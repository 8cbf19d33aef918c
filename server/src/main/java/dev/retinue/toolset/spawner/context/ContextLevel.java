package dev.retinue.toolset.spawner.context;

/// How much an agent is told about the project before its task; each has what those before it have.
public enum ContextLevel {
  NONE,
  /// What the project says to agents.
  MINIMAL,
  /// And what is to be made, and how far it is.
  STANDARD,
  /// And how it is built.
  FULL;

  boolean has(ContextLevel needed) {
    return compareTo(needed) >= 0;
  }
}
