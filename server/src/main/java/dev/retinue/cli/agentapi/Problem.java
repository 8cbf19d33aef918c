package dev.retinue.cli.agentapi;

import dev.retinue.mcp.rpc.Json;
import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.node.ObjectNode;

/// Why something is refused, as `application/problem+json`.
final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;

  static final int TOO_LARGE = 413;

  private final int status;
  private final transient List<Wrong> wrong;

  /// Something that is wrong with what was sent.
  ///
  /// @param location as in `body.type`
  record Wrong(String location, String message) {}

  Problem(int status, String detail, Wrong... wrong) {
    super(detail, null, false, false);
    this.status = status;
    this.wrong = List.of(wrong);
  }

  /// What clients know a failure to send by: all are the same but for their words.
  static Problem notSent(String why) {
    return new Problem(500, why, new Wrong("", "failed to send message: " + why));
  }

  /// What was sent has not the form that it must have.
  static Problem misfit(Wrong... wrong) {
    return new Problem(422, "validation failed", wrong);
  }

  int status() {
    return status;
  }

  void send(Response response, Callback callback) {
    var headers = response.getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, "application/problem+json");
    response.setStatus(status);
    response.write(true, ByteBuffer.wrap(Json.WIRE.writeValueAsBytes(body())), callback);
  }

  private ObjectNode body() {
    var body =
        Json.object()
            .put("title", HttpStatus.getMessage(status))
            .put("status", status)
            .put("detail", getMessage());
    if (!wrong.isEmpty()) {
      var errors = body.putArray("errors");
      for (var one : wrong) {
        var error = errors.addObject().put("message", one.message());
        if (!one.location().isEmpty()) {
          error.put("location", one.location());
        }
      }
    }
    return body;
  }
}
