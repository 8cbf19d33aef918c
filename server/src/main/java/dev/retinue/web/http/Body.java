package dev.retinue.web.http;

import dev.retinue.mcp.transport.Http;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/// The body of a request, as long as it may be.
public final class Body {
  private static final int BUFFER = 8 * 1024;

  private Body() {}

  /// All of it; empty if the client broke off: what has come is no message, and will be refused as
  /// such.
  public static byte[] read(Request request, int longest) throws Http.TooLarge {
    return find(request, longest).orElse(new byte[0]);
  }

  /// All of it; nothing if the client broke off, which is not the same as an empty one.
  public static Optional<byte[]> find(Request request, int longest) throws Http.TooLarge {
    long announced = request.getLength();
    if (announced > longest) {
      throw new Http.TooLarge();
    }
    try (var body = Content.Source.asInputStream(request)) {
      return read(body, (int) announced, longest);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// For an answer that is given before all was read: what is still to come is passed over first.
  /// To close the connection under a client that still sends could cost it the answer. Who sends
  /// for too long is closed by `SlowClients`.
  public static Callback afterRest(Request request, Callback callback) {
    return Callback.from(
        () -> Content.Source.consumeAll(request, callback), failure -> callback.failed(failure));
  }

  /// Not `readNBytes`: when it has enough it asks for nothing more, and Jetty waits for that.
  private static Optional<byte[]> read(InputStream body, int announced, int longest)
      throws IOException, Http.TooLarge {
    // What just fits it spares a large buffer for every short message.
    int size = announced < 0 ? BUFFER : Math.min(announced + 1, BUFFER);
    var bytes = new ByteArrayOutputStream(size);
    var buffer = new byte[size];
    for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
      bytes.write(buffer, 0, count);
      if (bytes.size() > longest) {
        throw new Http.TooLarge();
      }
    }
    boolean whole = announced < 0 || bytes.size() == announced;
    return whole ? Optional.of(bytes.toByteArray()) : Optional.empty();
  }
}
