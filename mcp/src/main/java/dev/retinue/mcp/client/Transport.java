package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import java.time.Duration;
import java.util.Map;

/// How messages get to a server and back.
sealed interface Transport extends AutoCloseable permits StreamTransport, HttpTransport {
  System.Logger LOG = System.getLogger("dev.retinue.mcp.client");

  /// Begins to bring what comes from the server.
  void start(Inbox inbox);

  /// Sends a request. What comes back for it goes to the inbox, and so does the failure to send it.
  /// Closing what is returned lets go of the connection, where the request has one of its own.
  Line send(Message.Request request, Envelope envelope, Duration limit);

  /// Sends something that wants no answer, and waits until it is on its way.
  void send(Message message, Envelope envelope, Duration limit);

  /// Makes sure that what belongs to no request arrives, where that needs a connection of its own;
  /// the action runs if that connection ends before this transport is closed.
  void listen(Envelope envelope, Duration limit, Runnable ended);

  /// Whether messages have headers, and a request its own connection whose end cancels it.
  boolean hasHeaders();

  /// Ends everything, the session included.
  @Override
  void close();

  /// What goes with a message where there are headers.
  ///
  /// @param resumable whether a broken stream of answers can be taken up again
  record Envelope(Map<String, String> headers, boolean resumable) {
    static final Envelope PLAIN = new Envelope(Map.of(), false);
  }

  /// Where everything from the server goes.
  interface Inbox {
    void take(Message message, int httpStatus);

    /// There will be no answer to this request.
    void lost(RequestId id, McpClientException why);

    /// There will be no answer to anything any more.
    void closed(McpClientException why);
  }

  /// The connection of one request.
  interface Line extends AutoCloseable {
    Line SHARED = () -> {};

    @Override
    void close();
  }
}
