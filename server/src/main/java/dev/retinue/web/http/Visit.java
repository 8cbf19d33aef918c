package dev.retinue.web.http;

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
/// @param admission says whether whoever was let in would still be
/// @param names what stands in the path where its template has a name
public record Visit(
    Request request,
    Response response,
    Callback callback,
    Caller caller,
    BooleanSupplier admission,
    Map<String, String> names) {

  Visit with(Map<String, String> found) {
    return new Visit(request, response, callback, caller, admission, found);
  }

  /// Who asks, as the core knows it.
  public dev.retinue.core.Caller who() {
    if (caller instanceof Principal(var who)) {
      return who;
    }
    throw new IllegalStateException("a request of nobody: " + caller.getClass());
  }

  /// Whether who was let in would still be: what stays open asks again, now and then.
  public boolean stillAdmitted() {
    try {
      return admission.getAsBoolean();
    } catch (RetinueException e) {
      // The store has trouble, which says nothing of whoever asks.
      return true;
    }
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
    for (var field : request.getHeaders()) {
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
