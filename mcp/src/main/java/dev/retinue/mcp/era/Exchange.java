package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.rpc.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One message that has arrived, and the way back: what an era needs of a transport.
public interface Exchange {
  Caller caller();

  /// A header of the request, or null; over standard streams there are none.
  @Nullable String header(String name);

  /// Whether requests have headers at all, which then must agree with the message.
  boolean hasHeaders();

  /// The session that the message says it belongs to, or null.
  @Nullable String session();

  /// Ends the exchange with one message, or with none.
  void reply(int httpStatus, Map<String, String> headers, @Nullable Message message);

  /// Ends the exchange with several messages at once; only the oldest HTTP revision has that.
  void replyAll(Map<String, String> headers, List<Message> messages);

  /// Whether the client takes a stream.
  default boolean canStream() {
    return true;
  }

  /// Begins a stream of messages instead.
  Sink stream(Map<String, String> headers);

  /// Runs the action once when the client is gone.
  void onGone(Runnable action);

  /// Runs the action once if nothing has gone back for a while. A stream begun then carries signs
  /// of life, by which a vanished client is noticed.
  void onSlow(Runnable action);

  /// The calls that share this connection, for those who cancel one by its id.
  RunningCalls calls();

  /// A stream of messages to the client.
  interface Sink {
    /// Sends a message; an id lets the client come back for what follows it. An id without a
    /// message tells the client where to begin, and to come back soon if the stream ends; neither
    /// of them is a sign of life.
    void send(@Nullable String eventId, @Nullable Message message);

    void close();
  }
}
