package dev.retinue.web;

import dev.retinue.core.RunId;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.mcp.Caller;
import dev.retinue.toolset.Principal;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Visit;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// What a request brings along to show who sends it: a token, or the signature of a link.
final class Credentials {
  private static final String SOCKET_PROTOCOL = "Sec-WebSocket-Protocol";
  private static final String PROTOCOL = "bearer.";

  private final Gate gate;
  private final @Nullable PayloadLinks links;

  Credentials(Gate gate, @Nullable PayloadLinks links) {
    this.gate = gate;
    this.links = links;
  }

  Optional<Caller> caller(Request request) {
    var caller = gate.enter(authorization(request));
    return caller.isEmpty() ? linked(request) : caller;
  }

  /// Whether what it brings along is still good. The request itself need not be there any more.
  BooleanSupplier again(Request request) {
    var authorization = authorization(request);
    return () -> gate.enter(authorization).isPresent();
  }

  /// A browser cannot give a socket a header of its own, but it can name protocols.
  private static @Nullable String authorization(Request request) {
    var header = Visit.header(request, "Authorization");
    var protocols = Visit.header(request, SOCKET_PROTOCOL);
    if (header == null && protocols != null) {
      for (var protocol : protocols.split(",", -1)) {
        if (protocol.strip().startsWith(PROTOCOL)) {
          return "Bearer " + protocol.strip().substring(PROTOCOL.length());
        }
      }
    }
    return header;
  }

  /// Whether it comes with a link rather than with a token.
  static boolean isLink(Request request) {
    return authorization(request) == null && Visit.query(request).getValue("signature") != null;
  }

  private Optional<Caller> linked(Request request) {
    if (links == null || !request.getMethod().equals("GET")) {
      return Optional.empty();
    }
    var query = Visit.query(request);
    var expires = query.getValue("expires");
    var signature = query.getValue("signature");
    if (expires == null || signature == null) {
      return Optional.empty();
    }
    return Refusal.PAYLOAD
        .match(Request.getPathInContext(request))
        .flatMap(names -> RunId.find(String.valueOf(names.get("id"))))
        .flatMap(run -> links.verify(run, expires, signature))
        .map(Principal::new);
  }
}
