package dev.retinue.mcp.transport;

import dev.retinue.mcp.era.Exchange;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Message;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A stream of server-sent events.
final class EventSink implements Exchange.Sink, SignsOfLife.Patient {
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

  private final Http.Stream stream;
  private final long quietNanos;
  private final BooleanSupplier letIn;
  private volatile long lastWrite = System.nanoTime();
  private volatile long lastAsked = System.nanoTime();

  /// @param letIn whether who listens still may
  EventSink(Http.Stream stream, Duration quiet, BooleanSupplier letIn) {
    this.stream = stream;
    this.quietNanos = quiet.toNanos();
    this.letIn = letIn;
  }

  @Override
  public void send(@Nullable String eventId, @Nullable Message message) {
    if (eventId == null && message == null) {
      write(COMMENT);
      return;
    }
    var event = new ByteArrayOutputStream();
    if (eventId != null) {
      event.writeBytes(("id: " + eventId + "\n").getBytes(StandardCharsets.UTF_8));
    }
    if (message == null) {
      event.writeBytes("retry: 500\ndata: \n\n".getBytes(StandardCharsets.UTF_8));
    } else {
      event.writeBytes("data: ".getBytes(StandardCharsets.UTF_8));
      event.writeBytes(Codec.write(message));
      event.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    }
    write(event.toByteArray());
  }

  @Override
  public void look(long nowNanos) {
    if (nowNanos - lastAsked > quietNanos) {
      lastAsked = nowNanos;
      if (!letIn.getAsBoolean()) {
        stream.close();
        return;
      }
    }
    if (nowNanos - lastWrite > quietNanos) {
      write(COMMENT);
    }
  }

  private void write(byte[] bytes) {
    lastWrite = System.nanoTime();
    stream.write(bytes);
  }

  @Override
  public void close() {
    stream.close();
  }
}
