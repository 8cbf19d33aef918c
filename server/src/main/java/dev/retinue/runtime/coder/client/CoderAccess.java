package dev.retinue.runtime.coder.client;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.net.URI;
import java.util.Locale;

/// Where a deployment is, and what lets us in. It never tells its token.
///
/// @param name how we call it
/// @param url where it is, without a path behind
public record CoderAccess(String name, URI url, String token) {
  public CoderAccess {
    var text = url.toString();
    while (text.endsWith("/")) {
      text = text.substring(0, text.length() - 1);
    }
    url = URI.create(text);
  }

  /// What lets us in, which must be there.
  String key() {
    if (token.isBlank()) {
      throw new RetinueException(
          ErrorCode.UNAUTHORIZED,
          "There is no session token for Coder at %s; make one with 'coder tokens create' and set CODER_SESSION_TOKEN."
              .formatted(url));
    }
    return token;
  }

  URI at(String path) {
    return URI.create(url + path);
  }

  /// The same path at another host of the deployment, on the same port.
  URI atHost(String host, String path) {
    // What it calls its hosts may have a port already.
    boolean ported = url.getPort() < 0 || host.contains(":");
    var authority = ported ? host : host + ":" + url.getPort();
    return URI.create(url.getScheme().toLowerCase(Locale.ROOT) + "://" + authority + path);
  }

  @Override
  public String toString() {
    return "%s at %s".formatted(name, url);
  }
}
