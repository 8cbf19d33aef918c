package dev.retinue.web.http;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.rpc.Json;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// How a refusal looks over HTTP: for programs as JSON below `/api`, elsewhere as a sentence.
public final class Refusal {
  /// Where sentences are answered, because the first to ask there wanted them.
  public static final Template PAYLOAD = new Template("/api/agents/{id}/payload");

  public static final int TOO_LARGE = 413;

  /// What whoever comes during the drain is told.
  public static final String STOPPING =
      "Retinue is stopping and takes no new work. What it has accepted is kept; try again in a moment.";

  private Refusal() {}

  public static int status(ErrorCode code) {
    return switch (code) {
      case INVALID_INPUT -> 400;
      case UNAUTHORIZED -> 401;
      case FORBIDDEN -> 403;
      case NOT_FOUND -> 404;
      case CONFLICT -> 409;
      case LIMIT_EXCEEDED -> 429;
      case INTERNAL_ERROR -> 500;
      case SERVICE_UNAVAILABLE -> 503;
    };
  }

  public static void send(Visit visit, RetinueException refusal) {
    send(visit.request(), visit.response(), visit.callback(), refusal, visit.who());
  }

  /// Refuses, with as much as this caller may know.
  ///
  /// @param who nobody, if that is not known yet
  public static void send(
      Request request,
      Response response,
      Callback callback,
      RetinueException refusal,
      @Nullable Caller who) {
    if (refusal.code() == ErrorCode.LIMIT_EXCEEDED) {
      // In whole seconds, and rather later than too early.
      long seconds = refusal.retryAfter().map(it -> it.plusMillis(999).toSeconds()).orElse(1L);
      response.getHeaders().put(HttpHeader.RETRY_AFTER, seconds);
    }
    int status = status(refusal.code());
    send(request, response, callback, status, refusal.code(), refusal.toldTo(who));
  }

  public static void send(Visit visit, int status, ErrorCode code, String sentence) {
    send(visit.request(), visit.response(), visit.callback(), status, code, sentence);
  }

  public static void send(
      Request request,
      Response response,
      Callback callback,
      int status,
      ErrorCode code,
      String sentence) {
    var done = status == TOO_LARGE ? Body.afterRest(request, callback) : callback;
    var path = Request.getPathInContext(request);
    if (path.startsWith("/api/") && PAYLOAD.match(path).isEmpty()) {
      var body = Json.object();
      body.putObject("error").put("code", code.name()).put("message", sentence);
      Replies.json(response, done, status, body);
    } else {
      Plain.reply(response, done, status, sentence);
    }
  }
}
