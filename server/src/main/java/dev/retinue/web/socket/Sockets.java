package dev.retinue.web.socket;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Share;
import dev.retinue.toolset.Toolsets;
import dev.retinue.web.api.Api;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Visit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// Where WebSockets are opened.
public final class Sockets {
  /// What a browser names beside its token, to be answered with something else than that.
  private static final String PROTOCOL = "retinue";

  private static final int LONGEST_MESSAGE = 4 * 1024 * 1024;
  private static final int MOST_WAITING = 64;
  private static final Duration IDLE = Duration.ofSeconds(60);

  private final Api api;
  private final Share share;
  private final ServerWebSocketContainer container;
  private final Presence presence;

  public Sockets(Server server, Api api, Presence presence) {
    this.api = api;
    this.share =
        api.desk().staff().limits().share(Limit.SOCKETS, Limit.SOCKETS_OF_CALLER, "WebSockets");
    this.presence = presence;
    this.container = ServerWebSocketContainer.ensure(server);
    container.setMaxTextMessageSize(LONGEST_MESSAGE);
    container.setMaxFrameSize(LONGEST_MESSAGE);
    container.setMaxBinaryMessageSize(1024);
    container.setMaxOutgoingFrames(MOST_WAITING);
    container.setIdleTimeout(IDLE);
  }

  /// The routes at which they are.
  public List<Route> routes() {
    return List.of(
        new Route(
            "GET", "/ws/feed", visit -> open(visit, () -> new FeedSocket(api, presence, visit))),
        new Route(
            "GET",
            "/ws/agent/{id}",
            visit -> open(visit, Api.RUNS, it -> new AgentSocket(api, presence, it))),
        new Route(
            "GET",
            "/ws/{conversation_id}",
            visit -> open(visit, Api.SESSIONS, it -> new ChatSocket(api, presence, it))));
  }

  /// Only for callers who are granted one of these toolsets.
  private void open(Visit visit, Set<String> toolsets, Function<Visit, ClientSocket> make) {
    var grants = api.desk().staff().members().grants();
    try {
      Toolsets.requireOne(visit.who(), toolsets, grants);
    } catch (RetinueException e) {
      Refusal.send(visit, e);
      return;
    }
    var granted = visit.asLongAs(() -> Toolsets.mayUseOne(visit.who(), toolsets, grants));
    open(granted, () -> make.apply(granted));
  }

  private void open(Visit visit, Supplier<ClientSocket> make) {
    Share.Place place;
    try {
      place = share.take(visit.who().id());
    } catch (RetinueException e) {
      Refusal.send(visit, e);
      return;
    }
    boolean upgraded = false;
    try {
      upgraded = upgrade(visit, () -> make.get().at(place));
    } finally {
      if (!upgraded) {
        place.giveBack();
      }
    }
    if (!upgraded) {
      visit.response().getHeaders().put(HttpHeader.UPGRADE, "websocket");
      Refusal.send(visit, 426, ErrorCode.INVALID_INPUT, "This is a WebSocket; open it as one.");
    }
  }

  private boolean upgrade(Visit visit, Supplier<ClientSocket> make) {
    return container.upgrade(
        (request, response, _) -> accept(request, response, make),
        visit.request(),
        visit.response(),
        visit.callback());
  }

  private static ClientSocket accept(
      ServerUpgradeRequest request, ServerUpgradeResponse response, Supplier<ClientSocket> make) {
    // Compression would let a short message become a long one.
    response.setExtensions(List.of());
    if (request.getSubProtocols().contains(PROTOCOL)) {
      response.setAcceptedSubProtocol(PROTOCOL);
    }
    return make.get();
  }
}
