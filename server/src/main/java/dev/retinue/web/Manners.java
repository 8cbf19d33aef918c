package dev.retinue.web;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;

/// What every answer says to browsers and proxies.
final class Manners {
  private Manners() {}

  static void mind(Response response) {
    var headers = response.getHeaders();
    headers.put(HttpHeader.CACHE_CONTROL, "no-store");
    headers.put("X-Content-Type-Options", "nosniff");
  }
}
