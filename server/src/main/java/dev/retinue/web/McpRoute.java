package dev.retinue.web;

import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.port.Grants;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.transport.Http;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.Toolsets;
import dev.retinue.web.http.Body;
import dev.retinue.web.http.Challenge;
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
import tools.jackson.databind.JsonNode;

/// Hands requests over to the MCP endpoints: `/mcp` is for everything, `/mcp/{toolset}` for one
/// toolset.
final class McpRoute {
  private static final String EVERYTHING = "";
  private static final String TOOLSET = "toolset";
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY = 429;
  private static final int OVERLOAD = 503;

  private final Map<String, HttpEndpoint> endpoints;
  private final Grants grants;

  /// @param endpoints by the name of the toolset; the one without a name is that of `/mcp`
  /// @param grants which of them a caller may use
  McpRoute(Map<String, HttpEndpoint> endpoints, Grants grants) {
    this.endpoints = new TreeMap<>(endpoints);
    this.grants = grants;
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
    if (endpoint == null || !isGranted(visit.caller(), toolset)) {
      Refusal.send(visit, 404, ErrorCode.NOT_FOUND, unknown(visit.caller(), toolset));
    } else {
      endpoint.handle(
          new Incoming(visit.asLongAs(() -> isGranted(visit.caller(), toolset))),
          new Outgoing(visit.request(), visit.response(), visit.callback()));
    }
  }

  /// What is not granted is not there.
  private boolean isGranted(Caller caller, String toolset) {
    return toolset.equals(EVERYTHING)
        || !(caller instanceof Principal who)
        || Toolsets.granted(grants.of(who.caller().id()), toolset);
  }

  private String unknown(Caller caller, String toolset) {
    var known =
        endpoints.keySet().stream()
            .filter(name -> !name.equals(EVERYTHING) && isGranted(caller, name))
            .map("/mcp/"::concat)
            .collect(Collectors.joining(", "));
    return "There is no toolset '%s' here. %s"
        .formatted(
            Excerpt.of(toolset),
            known.isEmpty() ? "Retinue serves MCP at /mcp." : "There are: /mcp, " + known + ".");
  }

  private record Incoming(Visit visit) implements Http.Request {
    @Override
    public String method() {
      return visit.method();
    }

    @Override
    public @Nullable String header(String name) {
      return visit.header(name);
    }

    @Override
    public byte[] body(int longest) throws Http.TooLarge {
      return Body.read(visit.request(), longest);
    }

    @Override
    public Caller caller() {
      return visit.caller();
    }

    @Override
    public boolean isStillLetIn() {
      return visit.stillAdmitted();
    }
  }

  private record Outgoing(Request request, Response response, Callback callback)
      implements Http.Response {
    @Override
    public void reply(int status, Map<String, String> headers, byte[] body) {
      begin(status, headers);
      switch (status) {
        case FORBIDDEN -> challenge(Codec.parse(body).path("error"));
        case TOO_MANY, OVERLOAD -> noteLimit(Codec.parse(body).path("error"));
        default -> {}
      }
      var done = status == Refusal.TOO_LARGE ? Body.afterRest(request, callback) : callback;
      response.write(true, ByteBuffer.wrap(body), done);
    }

    @Override
    public Http.Stream stream(int status, Map<String, String> headers) {
      begin(status, headers);
      return new JettyStream(response, callback);
    }

    /// So that the refusal is counted when it is answered, as those of REST are.
    private void noteLimit(JsonNode error) {
      var limit = error.path("data").path("limit").asString("");
      if (!limit.isEmpty()) {
        request.setAttribute(Refusal.LIMIT, limit);
      }
    }

    private void challenge(JsonNode error) {
      var needed = error.path("data").path(Refusals.SCOPE).asString("");
      for (var scope : Scope.values()) {
        if (scope.word().equals(needed)) {
          Challenge.answer(request, response, scope, error.path("message").asString(""));
        }
      }
    }

    private void begin(int status, Map<String, String> headers) {
      response.setStatus(status);
      headers.forEach((name, value) -> response.getHeaders().put(name, value));
    }
  }
}
