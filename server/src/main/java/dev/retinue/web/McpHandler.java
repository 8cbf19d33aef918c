package dev.retinue.web;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.Http;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.Principal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Hands requests for the MCP endpoint over from Jetty.
final class McpHandler extends Handler.Abstract {
  private static final int BUFFER = 8 * 1024;
  private static final String NOTHING_ELSE = "There is nothing here. Retinue serves MCP at /mcp.";
  private static final String MCP = "/mcp";

  private static final String WHO =
      "Retinue does not know who you are. Send the header 'Authorization: Bearer <token>'; 'retinue"
          + " serve' says where the token is.";
  private static final String FOREIGN =
      "This host or origin is not allowed: Retinue answers to localhost only.";

  private final Map<String, HttpEndpoint> endpoints;
  private final Gate gate;
  private final @Nullable PayloadRoute payloads;

  McpHandler(Map<String, HttpEndpoint> endpoints, Gate gate, @Nullable PayloadRoute payloads) {
    this.endpoints = Map.copyOf(endpoints);
    this.gate = gate;
    this.payloads = payloads;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    // First, because it costs nothing: to know who calls, the store is asked.
    if (!Hosts.LOCAL.allow(header(request, "Host"), header(request, "Origin"))) {
      Plain.reply(response, callback, 403, FOREIGN);
      return true;
    }
    var caller = gate.enter(header(request, "Authorization"));
    if (caller.isEmpty()) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer realm=\"retinue\"");
      Plain.reply(response, callback, 401, WHO);
      return true;
    }
    var endpoint = endpoints.get(toolset(Request.getPathInContext(request)));
    if (endpoint != null) {
      endpoint.handle(new Incoming(request, caller.get()), new Outgoing(response, callback));
    } else {
      other(request, response, callback, caller.get());
    }
    return true;
  }

  /// The name after `/mcp/`, with or without a slash at its end; no endpoint has the name of
  /// another path.
  private static String toolset(String path) {
    if (!path.equals(MCP) && !path.startsWith(MCP + "/")) {
      return path;
    }
    var name = path.substring(Math.min(path.length(), MCP.length() + 1));
    return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
  }

  private void other(Request request, Response response, Callback callback, Caller caller) {
    var agent = PayloadRoute.agentIn(Request.getPathInContext(request));
    boolean reads = request.getMethod().equals("GET");
    if (payloads != null && reads && agent.isPresent() && caller instanceof Principal(var who)) {
      payloads.handle(request, response, callback, who, agent.get());
    } else {
      Plain.reply(response, callback, 404, NOTHING_ELSE);
    }
  }

  /// Several lines of one name are one list: nothing hides behind the first of them.
  private static @Nullable String header(Request request, String name) {
    String list = null;
    for (var field : request.getHeaders()) {
      if (field.is(name)) {
        list = list == null ? field.getValue() : list + ", " + field.getValue();
      }
    }
    return list;
  }

  private record Incoming(Request request, Caller caller) implements Http.Request {
    @Override
    public String method() {
      return request.getMethod();
    }

    @Override
    public @Nullable String header(String name) {
      return McpHandler.header(request, name);
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
