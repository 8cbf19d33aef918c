package dev.retinue.web;

import dev.retinue.core.Blob;
import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// `GET /api/agents/{id}/payload`: the result of a run, in gzip as it is kept, and only so.
final class PayloadRoute {
  private static final Pattern PATH = Pattern.compile("/api/agents/([^/]{1,100})/payload");

  private final Staff staff;

  PayloadRoute(Staff staff) {
    this.staff = staff;
  }

  /// The handle in the path, if it is one of these.
  static Optional<String> agentIn(String path) {
    var matcher = PATH.matcher(path);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  void handle(Request request, Response response, Callback callback, Caller caller, String id) {
    var run = find(caller, id);
    var payload = run.map(it -> it.dossier().payload());
    if (run.isEmpty()) {
      Plain.reply(response, callback, 404, "Agent not found");
    } else if (payload.isEmpty()) {
      Plain.reply(response, callback, 404, "No payload");
    } else if (!takesGzip(request.getHeaders().get(HttpHeader.ACCEPT_ENCODING))) {
      Plain.reply(
          response, callback, 406, "The payload comes in gzip only; send Accept-Encoding: gzip");
    } else {
      send(response, callback, payload.get());
    }
  }

  private Optional<Run> find(Caller caller, String id) {
    try {
      return staff.find(caller, RunId.of(id));
    } catch (RetinueException e) {
      return Optional.empty();
    }
  }

  private void send(Response response, Callback callback, Blob payload) {
    try (InputStream stored = staff.openPayload(payload)) {
      var headers = response.getHeaders();
      headers.put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
      headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
      headers.put(HttpHeader.VARY, "Accept-Encoding");
      headers.put(HttpHeader.CONTENT_LENGTH, payload.storedBytes());
      try (var out = Content.Sink.asOutputStream(response)) {
        stored.transferTo(out);
      }
      callback.succeeded();
    } catch (RetinueException e) {
      Plain.reply(response, callback, 500, e.getMessage());
    } catch (IOException e) {
      callback.failed(e);
    }
  }

  /// Nothing said means no: not every program that asks can unpack.
  static boolean takesGzip(@Nullable String header) {
    boolean anything = false;
    for (var item : (header == null ? "" : header).toLowerCase(Locale.ROOT).split(",", -1)) {
      var parts = item.split(";", 2);
      var coding = parts[0].strip();
      boolean wanted = parts.length == 1 || !parts[1].strip().matches("q=0(\\.0*)?");
      if (coding.equals("gzip") || coding.equals("x-gzip")) {
        return wanted;
      }
      anything |= coding.equals("*") && wanted;
    }
    return anything;
  }
}
