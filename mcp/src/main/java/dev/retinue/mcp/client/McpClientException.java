package dev.retinue.mcp.client;

/// Why there is no answer of a server, where the server itself has not said why. What it says is an
/// [dev.retinue.mcp.rpc.RpcException].
public final class McpClientException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// What kind of failure it is, for those who can do something about it.
  public enum Reason {
    /// Nothing could be sent.
    UNREACHABLE,
    /// HTTP refused the request, and no message says why.
    REFUSED,
    /// The connection ended, or what came over it does not fit the protocol.
    BROKEN,
    /// The server has forgotten the session.
    SESSION_ENDED,
    TIMED_OUT,
    /// The answer came, and is longer than any that is read.
    TOO_LONG,
    /// The calling thread was interrupted; it still is.
    INTERRUPTED,
    /// The task was cancelled, so it has no result.
    CANCELLED,
    /// This client was closed.
    CLOSED
  }

  private final Reason reason;

  McpClientException(Reason reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  McpClientException(Reason reason, String sentence, Throwable cause) {
    super(sentence, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /// The same failure for another thread, whose trace it then shows.
  McpClientException here() {
    return new McpClientException(reason, String.valueOf(getMessage()), this);
  }

  static McpClientException broken(String sentence) {
    return new McpClientException(Reason.BROKEN, sentence);
  }

  /// Gives the interruption back to the thread, and says what it ended.
  static McpClientException interrupted(String what) {
    Thread.currentThread().interrupt();
    return new McpClientException(Reason.INTERRUPTED, what + " was interrupted");
  }
}
