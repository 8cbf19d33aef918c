package dev.retinue.mcp.client;

/// What a client listens to, until it is closed. What it hears goes to the listener of its options.
public interface Subscription extends AutoCloseable {
  /// What was asked for; a server may honour less of it.
  Wanted wanted();

  /// Whether anything can still be heard.
  boolean isOpen();

  @Override
  void close();
}
