package dev.retinue.web;

import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.web.api.Api;
import dev.retinue.web.http.Route;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All that is served behind one guard.
///
/// @param endpoints by the name of the toolset; the one without a name is that of `/mcp`
/// @param gate who comes in
/// @param api REST and the sockets; null where only MCP is served
/// @param more whatever else there is: each route says itself whether it is open
/// @param remote what holds for those who come from elsewhere
public record Site(
    Map<String, HttpEndpoint> endpoints,
    Gate gate,
    @Nullable Api api,
    List<Route> more,
    Remote remote) {
  public Site(Map<String, HttpEndpoint> endpoints, Gate gate, @Nullable Api api, List<Route> more) {
    this(endpoints, gate, api, more, Remote.NONE);
  }

  public Site(Map<String, HttpEndpoint> endpoints, Gate gate, @Nullable Api api) {
    this(endpoints, gate, api, List.of());
  }

  public Site with(List<Route> others) {
    return new Site(endpoints, gate, api, others, remote);
  }

  public Site with(Remote others) {
    return new Site(endpoints, gate, api, more, others);
  }
}
