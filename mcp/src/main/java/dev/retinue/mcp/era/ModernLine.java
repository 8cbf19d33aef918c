package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The way back of one modern request: one message, or a stream that begins with the first
/// notification.
final class ModernLine {
  private final Exchange exchange;
  private Exchange.@Nullable Sink sink;
  private volatile boolean silent;
  private boolean ended;

  ModernLine(Exchange exchange) {
    this.exchange = exchange;
    exchange.onSlow(this::showLife);
  }

  synchronized void send(Message.Notification notification) {
    if (!ended && !silent) {
      open();
      if (sink != null) {
        sink.send(null, notification);
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
    ended = true;
    if (sink == null) {
      exchange.reply(httpStatus, Map.of(), message);
    } else {
      sink.send(null, message);
      sink.close();
    }
  }

  /// The client has cancelled: nothing more is said.
  synchronized void abandon() {
    if (!ended && sink != null) {
      sink.close();
    } else if (!ended) {
      exchange.reply(202, Map.of(), null);
    }
    ended = true;
  }

  private synchronized void showLife() {
    open();
    if (sink != null) {
      sink.send(null, null);
    }
  }

  private void open() {
    if (sink == null && !ended) {
      sink = exchange.stream(Map.of());
    }
  }
}
