package dev.retinue.sdk;

/// Somebody who can be asked: a model, or a member of a staff.
public interface Mind {
  /// The same with instructions.
  Mind told(String instructions);

  /// Asks once, and waits for the answer, for as long as the agent may work.
  ///
  /// @throws AgentException if there is none
  String ask(String question);
}
