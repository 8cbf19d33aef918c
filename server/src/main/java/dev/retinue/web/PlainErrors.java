package dev.retinue.web;

import dev.retinue.web.http.Plain;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// What is said of a request that is refused before anybody has looked at it: that its form is
/// wrong, in one sentence instead of a page.
final class PlainErrors implements Request.Handler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Manners.mind(response);
    int status = response.getStatus();
    Plain.reply(
        response,
        callback,
        status,
        "This request cannot be answered: %s (%d)."
            .formatted(HttpStatus.getMessage(status), status));
    return true;
  }
}
