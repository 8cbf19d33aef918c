package dev.retinue.web;

import dev.retinue.core.Digest;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.mcp.Caller;
import dev.retinue.toolset.Principal;
import dev.retinue.web.http.Admission;
import dev.retinue.web.http.Approach;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Visit;
import dev.retinue.web.signin.Cookies;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// What a request brings along to show who sends it: a token, the cookie of somebody who signed in,
/// or the signature of a link.
final class Credentials {
  private static final String SOCKET_PROTOCOL = "Sec-WebSocket-Protocol";
  private static final String PROTOCOL = "bearer.";
  private static final String SCHEME = "bearer ";

  private final Gate gate;
  private final @Nullable PayloadLinks links;
  private final @Nullable Cookies cookies;

  Credentials(Gate gate, @Nullable PayloadLinks links, @Nullable Cookies cookies) {
    this.gate = gate;
    this.links = links;
    this.cookies = cookies;
  }

  /// Somebody who is let in.
  record Admitted(Caller caller, Admission admission) {
    /// The same, who came by some way.
    Admitted by(Caller who) {
      return new Admitted(who, admission);
    }
  }

  Optional<Admitted> find(Request request) {
    var authorization = authorization(request);
    // Who says by a header who he is, is nobody else, whatever his browser adds.
    var signedIn = authorization == null ? signedIn(request) : Optional.<Admitted>empty();
    if (signedIn.isPresent()) {
      return signedIn;
    }
    var caller = gate.enter(authorization);
    return caller.isPresent()
        ? caller.map(it -> new Admitted(it, byToken(authorization, it)))
        : linked(request);
  }

  /// Why what it brings along is good no more, where that is known.
  Optional<String> why(Request request) {
    return gate.why(authorization(request));
  }

  /// Who may something else by now is let in as another.
  private Admission byToken(@Nullable String authorization, Caller caller) {
    var way = authorization == null ? Admission.Way.NONE : Admission.Way.TOKEN;
    return new Admission(
        way,
        () -> digest(authorization),
        null,
        () -> gate.enter(authorization).filter(caller::equals).isPresent());
  }

  private static @Nullable String digest(@Nullable String authorization) {
    return authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, 7)
        ? null
        : Digest.ofText(authorization.substring(SCHEME.length()).strip());
  }

  private Optional<Admitted> signedIn(Request request) {
    // Programs have no cookies, and need not be asked what a browser says of itself.
    boolean has = request.getHeaders().contains(HttpHeader.COOKIE);
    if (cookies == null || !has || !Approach.isOwnOrReads(request)) {
      return Optional.empty();
    }
    return cookies
        .find(request)
        .map(
            it ->
                new Admitted(
                    new Principal(it.caller()),
                    new Admission(
                        Admission.Way.COOKIE,
                        it::token,
                        it.until(),
                        cookies.again(request, it.caller()))));
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

  /// Whether it comes with a token, whatever that is worth.
  static boolean isToken(Request request) {
    return digest(authorization(request)) != null;
  }

  /// Whether it comes with a link rather than with a token.
  static boolean isLink(Request request) {
    return authorization(request) == null && Visit.query(request).getValue("signature") != null;
  }

  private Optional<Admitted> linked(Request request) {
    if (links == null || !request.getMethod().equals("GET")) {
      return Optional.empty();
    }
    var query = Visit.query(request);
    var expires = query.getValue("expires");
    var group = query.getValue("group");
    var signature = query.getValue("signature");
    if (expires == null || group == null || signature == null) {
      return Optional.empty();
    }
    return Refusal.PAYLOAD
        .match(Request.getPathInContext(request))
        .flatMap(names -> RunId.find(String.valueOf(names.get("id"))))
        .flatMap(run -> links.verify(run, expires, group, signature))
        .map(
            caller ->
                new Admitted(
                    new Principal(caller),
                    new Admission(Admission.Way.LINK, () -> null, null, () -> false)));
  }
}
