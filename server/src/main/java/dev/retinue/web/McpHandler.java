package dev.retinue.web;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.Http;
import dev.retinue.mcp.transport.HttpEndpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Hands requests for the MCP endpoint over from Jetty.
final class McpHandler extends Handler.Abstract {
  private static final int BUFFER = 8 * 1024;
  private static final Map<String, String> PLAIN_TEXT =
      Map.of("Content-Type", "text/plain;charset=utf-8");
  private static final byte[] NOTHING_ELSE =
      "There is nothing here. Retinue serves MCP at /mcp.\n".getBytes(StandardCharsets.UTF_8);
  private static final Set<String> PATHS = Set.of("/mcp", "/mcp/");

  private final HttpEndpoint endpoint;
  private final Caller caller;

  McpHandler(HttpEndpoint endpoint, Caller caller) {
    this.endpoint = endpoint;
    this.caller = caller;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    var outgoing = new Outgoing(response, callback);
    if (PATHS.contains(Request.getPathInContext(request))) {
      endpoint.handle(new Incoming(request, caller), outgoing);
    } else {
      outgoing.reply(404, PLAIN_TEXT, NOTHING_ELSE);
    }
    return true;
  }

  private record Incoming(Request request, Caller caller) implements Http.Request {
    @Override
    public String method() {
      return request.getMethod();
    }

    @Override
    public @Nullable String header(String name) {
      // Several lines of one name are one list: nothing hides behind the first of them.
      String list = null;
      for (var field : request.getHeaders()) {
        if (field.is(name)) {
          list = list == null ? field.getValue() : list + ", " + field.getValue();
        }
      }
      return list;
    }

    @Override
    public byte[] body(int longest) throws Http.TooLarge {
      long announced = request.getLength();
      if (announced > longest) {
        throw new Http.TooLarge();
      }
      try (var body = Content.Source.asInputStream(request)) {
        return read(body, (int) announced, longest);
      } catch (IOException e) {
        // The client broke off: what has come is no message, and will be refused as such.
        return new byte[0];
      }
    }

    /// Not `readNBytes`: when it has enough it asks for nothing more, and Jetty waits for that.
    private static byte[] read(InputStream body, int announced, int longest)
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
      return whole ? bytes.toByteArray() : new byte[0];
    }
  }

  private record Outgoing(Response response, Callback callback) implements Http.Response {
    @Override
    public void reply(int status, Map<String, String> headers, byte[] body) {
      begin(status, headers);
      response.write(true, ByteBuffer.wrap(body), callback);
    }

    @Override
    public Http.Stream stream(int status, Map<String, String> headers) {
      begin(status, headers);
      return new JettyStream(response, callback);
    }

    private void begin(int status, Map<String, String> headers) {
      response.setStatus(status);
      headers.forEach((name, value) -> response.getHeaders().put(name, value));
    }
  }
}
