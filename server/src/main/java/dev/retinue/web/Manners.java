package dev.retinue.web;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;

/// What every answer says to browsers and proxies.
final class Manners {
  private static final HttpField NOT_KEPT =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
  private static final HttpField AS_IT_IS =
      new PreEncodedHttpField("X-Content-Type-Options", "nosniff");

  private Manners() {}

  static void mind(Response response) {
    response.getHeaders().put(NOT_KEPT).put(AS_IT_IS);
  }
}
