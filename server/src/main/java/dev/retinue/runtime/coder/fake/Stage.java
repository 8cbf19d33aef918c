package dev.retinue.runtime.coder.fake;

/// How a workspace is that a test finds ready made.
public enum Stage {
  PENDING,
  STARTING,
  /// Built, and its agent has not come yet.
  CONNECTING,
  /// Its agent is there and runs its scripts.
  BOOTING,
  IDLE,
  /// Its agent works, and has said so.
  BUSY,
  /// The health check of its app fails.
  UNHEALTHY,
  DISCONNECTED,
  /// Its agent never came.
  TIMED_OUT,
  STOPPING,
  STOPPED,
  FAILED,
  CANCELING,
  CANCELED,
  DELETING,
  DELETED,
  /// Stopped, and put aside because nobody used it.
  DORMANT
}
