package dev.retinue.web.socket;

import dev.retinue.mcp.schema.ToolJson;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import tools.jackson.databind.node.ObjectNode;

/// The way to one client, a message at a time: who sends the next one waits for it. A client that
/// does not read is disconnected.
final class Outbox {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Session session;
  private final Semaphore turn = new Semaphore(1);

  Outbox(Session session) {
    this.session = session;
  }

  /// Sends a message; says whether there is still somebody to take it.
  boolean send(ObjectNode message) {
    if (!takeTurn()) {
      return false;
    }
    session.sendText(
        ToolJson.MAPPER.writeValueAsString(message), Callback.from(turn::release, _ -> giveUp()));
    return session.isOpen();
  }

  /// Sends a last message.
  void sendAndClose(ObjectNode message, int code, String why) {
    if (takeTurn()) {
      session.sendText(
          ToolJson.MAPPER.writeValueAsString(message),
          Callback.from(() -> close(code, why), _ -> giveUp()));
    }
  }

  void close(int code, String why) {
    session.close(code, why, Callback.NOOP);
  }

  void ping() {
    session.sendPing(ByteBuffer.allocate(0), Callback.NOOP);
  }

  private boolean takeTurn() {
    try {
      if (turn.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      // Who follows something for it is to go: it is being closed, and hears why.
      Thread.currentThread().interrupt();
      return false;
    }
    session.disconnect();
    return false;
  }

  /// One that is being closed takes nothing more, but is told so before it goes.
  private void giveUp() {
    turn.release();
    if (session.isOpen()) {
      session.disconnect();
    }
  }
}
