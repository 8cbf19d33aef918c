package dev.retinue.web;

import dev.retinue.core.Origin;
import dev.retinue.core.Origin.Surface;
import dev.retinue.mcp.Caller;
import dev.retinue.toolset.Principal;
import dev.retinue.web.http.Approach;
import dev.retinue.web.http.Visit;
import org.eclipse.jetty.server.Request;

/// By which way a request has come, for the audit trail.
final class Arrival {
  private Arrival() {}

  static Origin of(Request request) {
    return new Origin(
        surface(Request.getPathInContext(request)),
        Approach.of(request).address(),
        Visit.header(request, "User-Agent"),
        null,
        null);
  }

  /// The caller, who came by this request.
  static Caller of(Request request, Caller caller) {
    return caller instanceof Principal(var who) ? new Principal(who.by(of(request))) : caller;
  }

  private static Surface surface(String path) {
    if (path.equals("/mcp") || path.startsWith("/mcp/")) {
      return Surface.MCP;
    }
    return path.startsWith("/ws/") ? Surface.SOCKET : Surface.REST;
  }
}
