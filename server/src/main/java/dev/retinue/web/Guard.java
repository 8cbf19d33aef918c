package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Router;
import dev.retinue.web.http.Visit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// The one door: whoever wants anything, at whatever path, has a host that is allowed, no foreign
/// origin and a token, or gets no further.
final class Guard extends Handler.Abstract {
  private static final String WHO =
      "Retinue does not know who you are. Send the header 'Authorization: Bearer <token>'; 'retinue"
          + " serve' says where the token is.";
  private static final String STALE =
      "This link is not good, or no longer: a link is for one result and one hour. agent_status gives"
          + " a new one; whoever has a token sends the header 'Authorization: Bearer <token>'.";
  private static final String FOREIGN =
      "This host or origin is not allowed. Retinue answers to the names of this machine alone, and to"
          + " those in the setting server.allowed-hosts.";

  private final Hosts hosts;
  private final Credentials credentials;
  private final Consumer<Caller> toll;
  private final Router router;

  /// @param toll refuses who asks too often
  Guard(Hosts hosts, Credentials credentials, Consumer<Caller> toll, Router router) {
    this.hosts = hosts;
    this.credentials = credentials;
    this.toll = toll;
    this.router = router;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Manners.mind(response);
    // First, because it costs nothing: to know who calls, the store is asked.
    if (!hosts.allow(Visit.header(request, "Host"), Visit.header(request, "Origin"))) {
      Refusal.send(request, response, callback, 403, ErrorCode.FORBIDDEN, FOREIGN);
      return true;
    }
    Optional<Caller> caller;
    try {
      caller = credentials.caller(request);
      caller.ifPresent(toll);
    } catch (RetinueException e) {
      Refusal.send(request, response, callback, e, null);
      return true;
    }
    if (caller.isEmpty()) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer realm=\"retinue\"");
      var why = Credentials.isLink(request) ? STALE : WHO;
      Refusal.send(request, response, callback, 401, ErrorCode.UNAUTHORIZED, why);
    } else {
      var admission = credentials.again(request);
      router.handle(new Visit(request, response, callback, caller.get(), admission, Map.of()));
    }
    return true;
  }
}
