package dev.retinue.cli.agentapi;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.http.JettyStream;
import dev.retinue.web.http.Pulse;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.node.ObjectNode;

/// One who follows the conversation as server-sent events. Who does not take what it is sent loses
/// its stream, and nobody waits for it.
final class EventStream implements Listener, Pulse.Patient {
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

  private final JettyStream stream;
  private final Pulse pulse;
  private final String agentType;
  private long number;
  private volatile long lastWrite = System.nanoTime();

  EventStream(Response response, Callback callback, Pulse pulse, String agentType) {
    this.pulse = pulse;
    this.agentType = agentType;
    var headers = response.getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    headers.put("X-Accel-Buffering", "no");
    response.setStatus(200);
    this.stream = new JettyStream(response, callback);
  }

  /// @param onEnd done once, when its client is gone
  void begin(Dialogue dialogue, Runnable onEnd) {
    stream.onClose(
        () -> {
          pulse.remove(this);
          dialogue.leave(this);
          onEnd.run();
        });
    pulse.add(this);
    dialogue.listen(this);
  }

  @Override
  public void message(Message message) {
    var data =
        Json.object()
            .put("id", message.id())
            .put("role", message.role().word())
            .put("message", message.content())
            .put("time", message.time().toString());
    send("message_update", data);
  }

  @Override
  public void status(Status status) {
    send("status_change", Json.object().put("status", status.word()).put("agent_type", agentType));
  }

  /// One at a time: whoever tells holds the conversation.
  private void send(String event, ObjectNode data) {
    number++;
    write(
        "id: %d\nevent: %s\ndata: %s\n\n"
            .formatted(number, event, data)
            .getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void look(long nowNanos) {
    if (nowNanos - lastWrite > pulse.quiet().toNanos()) {
      write(COMMENT);
    }
  }

  private void write(byte[] bytes) {
    lastWrite = System.nanoTime();
    stream.write(bytes);
  }
}
