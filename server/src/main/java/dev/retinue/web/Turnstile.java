package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Refusal;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Lets requests in as long as anybody is let in. A stream that only waits for something to say is
/// not inside: it has no thread.
final class Turnstile extends Handler.Wrapper {
  private static final int RETRY_SECONDS = 5;

  private final Presence presence;

  Turnstile(Handler behind, Presence presence) {
    super(behind);
    this.presence = presence;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    var path = Request.getPathInContext(request);
    if (path.equals(WatchRoutes.LIVE)) {
      return super.handle(request, response, callback); // To the end, and nobody waits for it.
    }
    if (!presence.enter()) {
      turnAway(request, response, callback);
      return true;
    }
    try {
      return super.handle(request, response, callback);
    } finally {
      presence.leave();
    }
  }

  private static void turnAway(Request request, Response response, Callback callback) {
    response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    if (Request.getPathInContext(request).equals(WatchRoutes.READY)) {
      WatchRoutes.ready(response, callback, List.of(Refusal.STOPPING));
      return;
    }
    Refusal.send(request, response, callback, 503, ErrorCode.SERVICE_UNAVAILABLE, Refusal.STOPPING);
  }
}
