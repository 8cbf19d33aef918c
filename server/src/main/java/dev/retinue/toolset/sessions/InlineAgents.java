package dev.retinue.toolset.sessions;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;

/// Makes agents of definitions that callers bring along.
@FunctionalInterface
public interface InlineAgents {
  /// Where the operator does not want them.
  InlineAgents NONE =
      (_, _) -> {
        throw new RetinueException(
            ErrorCode.FORBIDDEN,
            "invoke_with_config is off here. The operator can allow it by the setting 'sessions.allow-inline-agents'; agents that are written in files can be asked by invoke_agent.");
      };

  /// Puts them on the staff for this caller, and returns the name of the first.
  ///
  /// @param definition as a file of agents has it, in YAML or JSON; nothing in it is trusted
  String hire(Caller caller, String definition);
}
