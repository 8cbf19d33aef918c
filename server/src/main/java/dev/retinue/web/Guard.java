package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.web.http.Approach;
import dev.retinue.web.http.Challenge;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Router;
import dev.retinue.web.http.Visit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// The one door: whoever wants anything, at whatever path, has a host that is allowed, no foreign
/// origin and a token, or gets no further. Only where a route says that it is open nobody needs a
/// token.
final class Guard extends Handler.Abstract {
  private static final String WHO =
      "Retinue does not know who you are. Send the header 'Authorization: Bearer <token>'; 'retinue"
          + " serve' says where the token is.";
  private static final String UNKNOWN = "This token is not known here, or was revoked.";
  private static final String STALE =
      "This link is not good, or no longer: a link is for one result and one hour. agent_status gives"
          + " a new one; whoever has a token sends the header 'Authorization: Bearer <token>'.";
  private static final String FOREIGN =
      "This host or origin is not allowed. Retinue answers to the names of this machine alone, and to"
          + " those in the setting server.allowed-hosts.";

  private final Hosts hosts;
  private final Credentials credentials;
  private final Toll toll;
  private final Router router;
  private Refusals refusals = (_, _, _, _) -> {};
  private Remote remote = Remote.NONE;
  private Forwarded forwarded = new Forwarded(List.of());

  /// What everybody passes who is let in. Each may refuse.
  interface Toll {
    /// Waits until somebody at this address may hear that nobody knows his token.
    void holdBack(String address);

    /// Counts the request in the rate of this caller.
    void take(Caller caller);

    /// Waits until it is the turn of this caller; what it gives is run when the work is done.
    Runnable enter(Caller caller);

    /// Counts what is open; what it gives is run when the request is over, streams included.
    Runnable open(Caller caller);

    /// For tests, in which one asks for himself alone: he may do so as often as he likes.
    Toll NONE =
        new Toll() {
          @Override
          public void holdBack(String address) {}

          @Override
          public void take(Caller caller) {}

          @Override
          public Runnable enter(Caller caller) {
            return () -> {};
          }

          @Override
          public Runnable open(Caller caller) {
            return () -> {};
          }
        };
  }

  /// Hears whom the guard refuses, and why.
  interface Refusals {
    void refused(Request request, @Nullable Caller caller, Action action, ErrorCode code);
  }

  Guard(Hosts hosts, Credentials credentials, Toll toll, Router router) {
    this.hosts = hosts;
    this.credentials = credentials;
    this.toll = toll;
    this.router = router;
  }

  /// With somebody who hears of refusals.
  Guard telling(Refusals who) {
    refusals = who;
    return this;
  }

  /// With what holds for those who come from elsewhere.
  Guard minding(Remote others) {
    remote = others;
    forwarded = new Forwarded(others.proxies());
    return this;
  }

  List<Route> routes() {
    return router.routes();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Manners.mind(response);
    try {
      forwarded.of(request).noteOn(request);
    } catch (RetinueException e) {
      Refusal.send(request, response, callback, e, null);
      return true;
    }
    // First, because it costs nothing: to know who calls, the store is asked.
    if (!isAllowed(request)) {
      refusals.refused(request, null, Action.DOOR_ENTER, ErrorCode.FORBIDDEN);
      Refusal.send(request, response, callback, 403, ErrorCode.FORBIDDEN, FOREIGN);
      return true;
    }
    if (router.isOpen(request.getMethod(), Request.getPathInContext(request))) {
      router.handle(Visit.ofAnybody(request, response, callback));
      return true;
    }
    var challenge = new Challenge(remote.issuer(), remote.site(request));
    challenge.noteOn(request);
    Optional<Credentials.Admitted> admitted;
    try {
      admitted = credentials.find(request).map(it -> it.by(Arrival.of(request, it.caller())));
    } catch (RetinueException e) {
      if (e.code() == ErrorCode.UNAUTHORIZED) {
        toll.holdBack(Approach.of(request).address());
      }
      refusals.refused(request, null, Action.DOOR_ENTER, e.code());
      Refusal.send(request, response, callback, e, null);
      return true;
    }
    if (admitted.isEmpty()) {
      refuse(request, response, callback, challenge);
    } else {
      var who = admitted.get();
      challenge.noteWhose(request, who.caller().id());
      serve(new Visit(request, response, callback, who.caller(), who.admission(), Map.of()));
    }
    return true;
  }

  private void refuse(Request request, Response response, Callback callback, Challenge challenge) {
    Optional<String> why = Optional.empty();
    if (Credentials.isToken(request)) {
      // Only who is not let in waits: no token that counts is kept back by those that do not.
      toll.holdBack(Approach.of(request).address());
      why = credentials.why(request);
      challenge.reject(request, response, why.orElse(UNKNOWN));
    } else {
      challenge.demand(request, response);
    }
    refusals.refused(request, null, Action.DOOR_ENTER, ErrorCode.UNAUTHORIZED);
    var sentence = why.orElse(Credentials.isLink(request) ? STALE : WHO);
    Refusal.send(request, response, callback, 401, ErrorCode.UNAUTHORIZED, sentence);
  }

  /// Also behind a proxy: what a proxy says of our name may be what a page made it say.
  private boolean isAllowed(Request request) {
    var origin = Visit.header(request, "Origin");
    var host = Visit.header(request, "Host");
    var authority = Approach.of(request).authority();
    return hosts.allow(host, origin)
        && (Objects.equals(host, authority) || hosts.allow(authority, origin));
  }

  private void serve(Visit visit) {
    var request = visit.request();
    Runnable done = () -> {};
    try {
      // First: nothing else is done for who asks too fast, and he keeps nobody of his own waiting.
      toll.take(visit.caller());
      // Also while it stands in line it is open, until it is answered, however that is.
      var over = toll.open(visit.caller());
      Request.addCompletionListener(request, _ -> over.run());
      done = toll.enter(visit.caller());
    } catch (RetinueException e) {
      refusals.refused(request, visit.caller(), Action.DOOR_REQUEST, e.code());
      Refusal.send(request, visit.response(), visit.callback(), e, null);
      done.run();
      return;
    }
    try {
      router.handle(visit);
    } finally {
      done.run();
    }
  }
}
