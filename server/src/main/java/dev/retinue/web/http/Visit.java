package dev.retinue.web.http;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Caller;
import dev.retinue.toolset.Principal;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/// A request that was let in, and the way back.
///
/// @param admission why he was let in, and whether he still would be
/// @param names what stands in the path where its template has a name
public record Visit(
    Request request,
    Response response,
    Callback callback,
    Caller caller,
    Admission admission,
    Map<String, String> names) {

  /// Whoever comes to a route that is open.
  private static final Caller ANYBODY = Caller.named("anybody");

  /// A request of which nobody knows who sends it.
  public static Visit ofAnybody(Request request, Response response, Callback callback) {
    return new Visit(request, response, callback, ANYBODY, Admission.OPEN, Map.of());
  }

  Visit with(Map<String, String> found) {
    return new Visit(request, response, callback, caller, admission, found);
  }

  /// The same, but what stays open of it does so only as long as this holds.
  public Visit asLongAs(BooleanSupplier condition) {
    return new Visit(request, response, callback, caller, admission.asLongAs(condition), names);
  }

  /// Who asks, as the core knows it.
  public dev.retinue.core.Caller who() {
    if (caller instanceof Principal(var who)) {
      return who;
    }
    throw new IllegalStateException("a request of nobody: " + caller.getClass());
  }

  /// Who asks, if that is known.
  public dev.retinue.core.@Nullable Caller whoIfKnown() {
    return caller instanceof Principal(var who) ? who : null;
  }

  /// Whether who was let in would still be: what stays open asks again, now and then.
  public boolean stillAdmitted() {
    try {
      return admission.still().getAsBoolean();
    } catch (RetinueException e) {
      // Where the store has trouble, that says nothing of whoever asks.
      return e.code() != ErrorCode.UNAUTHORIZED && e.code() != ErrorCode.FORBIDDEN;
    }
  }

  /// What is asked for, whatever the names in its path are.
  public String operation() {
    return request.getAttribute(Route.TAKEN) instanceof String template
        ? method() + " " + template
        : method();
  }

  public String method() {
    return request.getMethod();
  }

  public String path() {
    return Request.getPathInContext(request);
  }

  /// What stands in the path under this name of its template.
  public String name(String name) {
    return Objects.requireNonNull(names.get(name), name);
  }

  public @Nullable String header(String name) {
    return header(request, name);
  }

  /// Several lines of one name are one list: nothing hides behind the first of them.
  public static @Nullable String header(Request request, String name) {
    String list = null;
    var fields = request.getHeaders();
    for (int i = 0; i < fields.size(); i++) {
      var field = fields.getField(i);
      if (field.is(name)) {
        list = list == null ? field.getValue() : list + ", " + field.getValue();
      }
    }
    return list;
  }

  /// What stands behind the question mark. What cannot be read is not there.
  public static Fields query(Request request) {
    var query = request.getHttpURI().getQuery();
    var fields = new Fields();
    if (query != null) {
      try {
        UrlEncoded.decodeUtf8To(query, fields);
      } catch (IllegalArgumentException e) {
        return new Fields();
      }
    }
    return fields;
  }
}
