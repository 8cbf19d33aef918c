package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.Message;
import java.util.Set;

/// A way to speak the protocol: a family of its revisions that behave alike.
public sealed interface Era permits Stateless2026, Stateful2025 {
  /// The revisions that it serves, newest first.
  Set<String> versions();

  /// Deals with one message, on the thread that brought it, until its exchange has ended or is in
  /// the hands of a stream.
  void handle(Message message, Exchange exchange);
}
