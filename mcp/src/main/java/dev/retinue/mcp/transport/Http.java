package dev.retinue.mcp.transport;

import dev.retinue.mcp.Caller;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an endpoint needs of a web server, and all that it knows of one.
public final class Http {
  private Http() {}

  /// A request that has arrived, with its body.
  public interface Request {
    String method();

    @Nullable String header(String name);

    /// The whole body, or a `TooLarge` if it is longer than this.
    byte[] body(int longest) throws TooLarge;

    Caller caller();

    /// Whether who sent it would still be let in as who he was: what stays open asks now and then.
    default boolean isStillLetIn() {
      return true;
    }
  }

  /// The way back. Exactly one of its two methods is called, once. Neither of them waits for a slow
  /// client.
  public interface Response {
    void reply(int status, Map<String, String> headers, byte[] body);

    Stream stream(int status, Map<String, String> headers);
  }

  /// A body that is written piece by piece.
  public interface Stream {
    /// Sends a piece, or ends the stream if the client does not take what it is sent.
    void write(byte[] piece);

    void close();

    /// Runs the action once when the stream has ended, whoever ended it.
    void onClose(Runnable action);
  }

  /// A body is longer than it may be.
  public static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1;
  }
}
