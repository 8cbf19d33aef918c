package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The way back of one legacy request: one message, or a stream that the client can come back to.
final class LegacyLine {
  private final Exchange exchange;
  private final Session session;
  private @Nullable ReplayStream stream;
  private volatile boolean silent;
  private volatile boolean gone;
  private boolean ended;

  LegacyLine(Exchange exchange, Session session) {
    this.exchange = exchange;
    this.session = session;
    exchange.onSlow(this::open);
    exchange.onGone(() -> gone = true);
  }

  /// Whether somebody is there who would hear what is said now.
  synchronized boolean isHeard() {
    return !gone || (stream != null && stream.isConnected());
  }

  synchronized void send(Message message) {
    if (!ended && !silent) {
      open();
      if (stream != null) {
        stream.send(message);
      }
    }
  }

  /// From here on only the end of it is said, if that. Waits for nobody.
  void silence() {
    silent = true;
  }

  synchronized void end(int httpStatus, Message message) {
    if (ended) {
      return;
    }
    if (stream == null) {
      exchange.reply(httpStatus, Map.of(), message);
    } else {
      stream.send(message);
      stream.end();
    }
    ended = true;
  }

  synchronized void abandon() {
    if (!ended && stream == null) {
      exchange.reply(202, Map.of(), null);
    } else if (!ended && stream != null) {
      stream.end();
    }
    ended = true;
  }

  /// Ends the connection, not the stream: a client that knows how comes back for the rest.
  synchronized void release() {
    if (isResumable() && !ended) {
      open();
      if (stream != null) {
        stream.detach();
      }
    }
  }

  private boolean isResumable() {
    return exchange.hasHeaders() && session.canComeBack();
  }

  private synchronized void open() {
    if (stream == null && !ended) {
      var opened = session.newStream();
      opened.begin(exchange, isResumable());
      stream = opened;
    }
  }
}
