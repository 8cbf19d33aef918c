package dev.retinue.web;

import dev.retinue.core.RetinueException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.watch.Watchtower;
import dev.retinue.web.http.Plain;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Replies;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Visit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// What those ask who watch over many servers: whether this one lives, whether it takes work, and
/// its numbers.
public final class WatchRoutes {
  static final String LIVE = "/live";
  static final String READY = "/ready";
  private static final String METRICS = "/metrics";
  private static final int NOT_READY = 503;

  private final Watchtower watch;
  private final Supplier<List<RetinueException>> hindrances;
  private final boolean open;

  /// @param hindrances why it takes no work now; none if it does
  /// @param open whether everybody may see the numbers
  public WatchRoutes(Watchtower watch, Supplier<List<RetinueException>> hindrances, boolean open) {
    this.watch = watch;
    this.hindrances = hindrances;
    this.open = open;
  }

  public List<Route> routes() {
    return List.of(
        Route.open(
            "GET", LIVE, visit -> Plain.reply(visit.response(), visit.callback(), 200, "ok")),
        Route.open("GET", READY, this::ready),
        open
            ? Route.open("GET", METRICS, this::metrics)
            : new Route("GET", METRICS, this::metricsForWatchers));
  }

  /// Where things are on the disk is not for everybody.
  private void ready(Visit visit) {
    var reasons = hindrances.get().stream().map(it -> it.toldTo(null)).toList();
    ready(visit.response(), visit.callback(), reasons);
  }

  static void ready(Response response, Callback callback, List<String> reasons) {
    var body = Json.object().put("status", reasons.isEmpty() ? "ready" : "not_ready");
    var list = body.putArray("reasons");
    reasons.forEach(list::add);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    Replies.json(response, callback, reasons.isEmpty() ? 200 : NOT_READY, body);
  }

  /// They tell of all callers together.
  private void metricsForWatchers(Visit visit) {
    try {
      visit
          .who()
          .requireSight(
              "The numbers tell of everybody's work, and server.metrics-open does not show them to all");
    } catch (RetinueException e) {
      Refusal.send(visit, e);
      return;
    }
    metrics(visit);
  }

  private void metrics(Visit visit) {
    var bytes = watch.text().getBytes(StandardCharsets.UTF_8);
    var headers = visit.response().getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, Watchtower.TEXT_TYPE);
    headers.put(HttpHeader.CONTENT_LENGTH, bytes.length);
    visit.response().setStatus(200);
    visit.response().write(true, ByteBuffer.wrap(bytes), visit.callback());
  }
}
