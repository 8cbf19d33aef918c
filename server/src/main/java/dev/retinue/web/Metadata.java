package dev.retinue.web;

import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Issuer;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.http.Challenge;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Replies;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Visit;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What this resource says of who makes the tokens for it (RFC 9728), for itself and for each MCP
/// endpoint. It is for everybody: who needs it has no token yet.
final class Metadata {
  private final Remote remote;

  Metadata(Remote remote) {
    this.remote = remote;
  }

  List<Route> routes() {
    return List.of(
        Route.open("GET", Challenge.METADATA, visit -> show(visit, "")),
        Route.open("GET", Challenge.METADATA + "/mcp", visit -> show(visit, "/mcp")),
        Route.open(
            "GET",
            Challenge.METADATA + "/mcp/{toolset}",
            visit -> show(visit, "/mcp/" + visit.name("toolset"))));
  }

  private void show(Visit visit, String path) {
    var issuer = remote.issuer();
    if (issuer == null) {
      Refusal.send(
          visit,
          404,
          ErrorCode.NOT_FOUND,
          "There is no authorization server here: Retinue makes its tokens itself, with 'retinue token create'.");
      return;
    }
    var body = Json.object().put("resource", remote.site(visit.request()) + path);
    body.putArray("authorization_servers").add(issuer.name());
    var scopes = body.putArray("scopes_supported");
    scopes(issuer).forEach(scopes::add);
    body.putArray("bearer_methods_supported").add("header");
    body.put("resource_name", "Retinue");
    Replies.json(visit.response(), visit.callback(), 200, body);
  }

  private static Iterable<String> scopes(@Nullable Issuer issuer) {
    var all = new LinkedHashSet<String>();
    if (issuer != null) {
      for (var scope : Scope.values()) {
        all.addAll(issuer.scopes().words(scope));
      }
    }
    return all;
  }
}
