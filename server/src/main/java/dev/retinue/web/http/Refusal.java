package dev.retinue.web.http;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcError;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How a refusal looks over HTTP: for programs as JSON below `/api`, elsewhere as a sentence.
public final class Refusal {
  /// Where sentences are answered, because the first to ask there wanted them.
  public static final Template PAYLOAD = new Template("/api/agents/{id}/payload");

  public static final int TOO_LARGE = 413;

  /// Where a request says which limit it met.
  public static final String LIMIT = "dev.retinue.limit";

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
    send(visit.request(), visit.response(), visit.callback(), refusal, visit.whoIfKnown());
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
    Challenge.of(request).ifPresent(it -> it.answer(request, response, refusal));
    var hit = refusal.hit().orElse(null);
    if (hit != null) {
      request.setAttribute(LIMIT, hit.limit().key());
      retryAfter(hit).ifPresent(it -> response.getHeaders().put(HttpHeader.RETRY_AFTER, it));
    }
    var told = new Told(status(refusal.code()), refusal.code(), refusal.toldTo(who), hit);
    send(request, response, callback, told);
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
    send(request, response, callback, new Told(status, code, sentence, null));
  }

  /// A client that knows no better comes back after this.
  private static final long SOON = 1;

  /// When to come back; never where that does not help.
  private static Optional<Long> retryAfter(LimitHit hit) {
    return switch (hit.frees()) {
      case LimitHit.Frees.Never() -> Optional.empty();
      case LimitHit.Frees.When _ -> Optional.of(SOON);
      case LimitHit.Frees.After(var time) -> Optional.of(LimitHit.wholeSeconds(time));
      case LimitHit.Frees.At(var _, var time) -> Optional.of(LimitHit.wholeSeconds(time));
    };
  }

  private record Told(int status, ErrorCode code, String sentence, @Nullable LimitHit hit) {
    /// For clients of MCP: it is of no request, because none was looked at.
    ObjectNode rpc() {
      var data = error();
      data.remove("message");
      var error = new RpcError(RpcError.INTERNAL_ERROR, sentence, data);
      return new Message.Failure(null, error).json();
    }

    ObjectNode error() {
      var error = Json.object().put("code", code.name()).put("message", sentence);
      if (hit != null) {
        error.setAll(Json.WIRE.<ObjectNode>valueToTree(hit.facts()));
      }
      return error;
    }
  }

  private static void send(Request request, Response response, Callback callback, Told told) {
    var done = told.status == TOO_LARGE ? Body.afterRest(request, callback) : callback;
    var path = Request.getPathInContext(request);
    if (path.startsWith("/api/") && PAYLOAD.match(path).isEmpty()) {
      var body = Json.object();
      body.set("error", told.error());
      Replies.json(response, done, told.status, body);
    } else if (told.hit != null && path.startsWith("/mcp")) {
      Replies.json(response, done, told.status, told.rpc());
    } else {
      Plain.reply(response, done, told.status, told.sentence);
    }
  }
}
