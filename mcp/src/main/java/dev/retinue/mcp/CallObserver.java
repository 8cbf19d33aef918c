package dev.retinue.mcp;

import dev.retinue.mcp.model.ToolResult;

/// Stands around every call of a tool: to count it, to measure it, to give it a place in a trace.
public interface CallObserver {
  /// Lets everything happen as it does.
  CallObserver NONE =
      new CallObserver() {
        @Override
        public ToolResult around(String tool, Call call, Work work) throws Exception {
          return work.run();
        }
      };

  /// What a tool does for one call.
  interface Work {
    /// Does it, all of it.
    ///
    /// @throws Asked if the call ends here, and comes again with answers
    ToolResult run() throws Exception;
  }

  /// Leaves a handler that has asked something which only the client's next request can answer. It
  /// is no error, and carries no trace.
  abstract class Asked extends RuntimeException {
    private static final long serialVersionUID = 1;

    protected Asked(String message) {
      super(message, null, false, false);
    }
  }

  /// Runs the work and returns what it returns.
  ToolResult around(String tool, Call call, Work work) throws Exception;

  /// A call whose arguments do not fit, or of a tool that is not there: it never began.
  ///
  /// @param tool empty for one that is not there
  default void refused(String tool, Caller caller) {}
}
