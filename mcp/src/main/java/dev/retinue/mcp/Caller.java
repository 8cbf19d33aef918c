package dev.retinue.mcp;

/// Who calls, as the host of the server knows it. Sessions, tasks, subscriptions and the state of
/// half-answered requests belong to one caller, and look like *not found* to every other.
public interface Caller {
  /// Tells callers apart; never shown to anybody.
  String id();

  /// The one caller of a server that serves nobody else, such as one on standard streams.
  static Caller named(String id) {
    return new Named(id);
  }

  /// A caller of whom nothing is known but a name.
  record Named(String id) implements Caller {}
}
