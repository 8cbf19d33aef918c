package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.Http;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.web.http.Body;
import dev.retinue.web.http.JettyStream;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Visit;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Hands requests over to the MCP endpoints: `/mcp` is for everything, `/mcp/{toolset}` for one
/// toolset.
final class McpRoute {
  private static final String EVERYTHING = "";
  private static final String TOOLSET = "toolset";

  private final Map<String, HttpEndpoint> endpoints;

  /// @param endpoints by the name of the toolset; the one without a name is that of `/mcp`
  McpRoute(Map<String, HttpEndpoint> endpoints) {
    this.endpoints = new TreeMap<>(endpoints);
  }

  List<Route> routes() {
    return List.of(
        new Route(Route.EVERY_METHOD, "/mcp", visit -> handle(visit, EVERYTHING)),
        new Route(Route.EVERY_METHOD, "/mcp/", visit -> handle(visit, EVERYTHING)),
        new Route(
            Route.EVERY_METHOD,
            "/mcp/{" + TOOLSET + "}",
            visit -> handle(visit, visit.name(TOOLSET))));
  }

  private void handle(Visit visit, String toolset) {
    var endpoint = endpoints.get(toolset);
    if (endpoint == null) {
      Refusal.send(visit, 404, ErrorCode.NOT_FOUND, unknown(toolset));
    } else {
      endpoint.handle(
          new Incoming(visit.request(), visit.caller()),
          new Outgoing(visit.request(), visit.response(), visit.callback()));
    }
  }

  private String unknown(String toolset) {
    var known =
        endpoints.keySet().stream()
            .filter(name -> !name.equals(EVERYTHING))
            .map("/mcp/"::concat)
            .collect(Collectors.joining(", "));
    return "There is no toolset '%s' here. %s"
        .formatted(
            Excerpt.of(toolset),
            known.isEmpty() ? "Retinue serves MCP at /mcp." : "There are: /mcp, " + known + ".");
  }

  private record Incoming(Request request, Caller caller) implements Http.Request {
    @Override
    public String method() {
      return request.getMethod();
    }

    @Override
    public @Nullable String header(String name) {
      return Visit.header(request, name);
    }

    @Override
    public byte[] body(int longest) throws Http.TooLarge {
      return Body.read(request, longest);
    }
  }

  private record Outgoing(Request request, Response response, Callback callback)
      implements Http.Response {
    @Override
    public void reply(int status, Map<String, String> headers, byte[] body) {
      begin(status, headers);
      var done = status == Refusal.TOO_LARGE ? Body.afterRest(request, callback) : callback;
      response.write(true, ByteBuffer.wrap(body), done);
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
