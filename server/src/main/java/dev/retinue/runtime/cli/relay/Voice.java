package dev.retinue.runtime.cli.relay;

import dev.retinue.core.permission.Decision;

/// How a program is answered: the line that it understands.
public interface Voice {
  /// What the rules say.
  String consulted(Inquiry.Consult inquiry, Decision decision);

  /// It may.
  String allowed(Inquiry.MayI inquiry);

  /// It may not.
  ///
  /// @param why what the agent is told
  String denied(Inquiry.MayI inquiry, String why);

  /// Nobody here knows what it means.
  String notUnderstood(Inquiry.Unknown inquiry);
}
