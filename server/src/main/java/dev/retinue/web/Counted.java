package dev.retinue.web;

import dev.retinue.core.trace.TraceContext;
import dev.retinue.watch.Watchtower;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Route;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Counts every request when it is answered, by the route that it took and never by its path; and
/// lets it happen where its client stands in a trace.
final class Counted extends Handler.Wrapper {
  private final Watchtower watch;

  Counted(Handler behind, Watchtower watch) {
    super(behind);
    this.watch = watch;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    long begun = System.nanoTime();
    Request.addCompletionListener(
        request,
        _ -> {
          var route = request.getAttribute(Route.TAKEN);
          watch.answered(
              route == null ? "" : route.toString(),
              request.getMethod(),
              response.getStatus(),
              System.nanoTime() - begun);
          var limit = request.getAttribute(Refusal.LIMIT);
          if (limit != null) {
            watch.refused(limit.toString());
          }
        });
    var parent = request.getHeaders().get("traceparent");
    var there =
        parent == null ? null : TraceContext.find(parent, request.getHeaders().get("tracestate"));
    return TraceContext.<Boolean, Exception>during(
        there, () -> super.handle(request, response, callback));
  }
}
