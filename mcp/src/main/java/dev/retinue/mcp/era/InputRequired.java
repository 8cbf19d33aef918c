package dev.retinue.mcp.era;

import dev.retinue.mcp.CallObserver;
import dev.retinue.mcp.InputRequest;
import java.util.Map;

/// Leaves a handler that has asked something which only the client's next request can answer. It is
/// no error, and carries no trace.
final class InputRequired extends CallObserver.Asked {
  private static final long serialVersionUID = 1;

  private final transient Map<String, InputRequest> questions;

  InputRequired(Map<String, InputRequest> questions) {
    super("input is required");
    this.questions = questions;
  }

  Map<String, InputRequest> questions() {
    return questions;
  }
}
