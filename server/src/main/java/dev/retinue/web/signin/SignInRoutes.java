package dev.retinue.web.signin;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.LimitHit;
import dev.retinue.core.Origin;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Audit;
import dev.retinue.core.staff.SignIns;
import dev.retinue.mcp.transport.Http;
import dev.retinue.web.http.Approach;
import dev.retinue.web.http.Body;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Visit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/// Where one signs in with a browser, and out. A link only leads to the page; what it is good for
/// is used when the page sends it: so whoever merely looks at links does not use them up.
public final class SignInRoutes {
  private static final int LONGEST_FORM = 8 * 1024;

  private final SignIns signIns;
  private final Cookies cookies;
  private final Audit audit;
  private final Attempts attempts;

  public SignInRoutes(SignIns signIns, Cookies cookies, Audit audit, LongSupplier nanoTime) {
    this.signIns = signIns;
    this.audit = audit;
    this.cookies = cookies;
    this.attempts = new Attempts(nanoTime);
  }

  public List<Route> all() {
    return List.of(
        Route.open("GET", "/sign-in", visit -> SignInPage.show(visit, 200, "")),
        Route.open("POST", "/sign-in", this::signIn),
        new Route("POST", "/sign-out", this::signOut));
  }

  private void signIn(Visit visit) {
    var address = Approach.of(visit.request()).address();
    var origin =
        Origin.by(Origin.Surface.REST)
            .from(address)
            .with(visit.header("User-Agent"))
            .asking(visit.operation());
    try {
      requireOwn(visit);
      attempts.require(address);
      var pass = signIns.signIn(secret(visit));
      cookies.keep(visit.request(), visit.response(), pass);
      signIns
          .find(pass.text())
          .ifPresent(it -> audit.note(it.caller().by(origin), Action.DOOR_ENTER, Subject.HOUSE));
      leadTo(visit, "/");
    } catch (RetinueException e) {
      audit.refused(null, origin, Action.DOOR_ENTER, e.code());
      if (e.code() == ErrorCode.UNAUTHORIZED) {
        attempts.failed(address);
      }
      e.retryAfter()
          .map(LimitHit::wholeSeconds)
          .ifPresent(it -> visit.response().getHeaders().put(HttpHeader.RETRY_AFTER, it));
      SignInPage.show(visit, Refusal.status(e.code()), e.toldTo(null));
    }
  }

  /// Else a page of somebody else could sign one in as somebody else.
  private static void requireOwn(Visit visit) {
    if (!Approach.isOwn(visit.request())) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "Only the page of Retinue itself signs anybody in; 'retinue console' prints the link to it.");
    }
  }

  private static String secret(Visit visit) {
    try {
      var body = new String(Body.read(visit.request(), LONGEST_FORM), StandardCharsets.UTF_8);
      var form = new Fields();
      UrlEncoded.decodeUtf8To(body, form);
      var secret = form.getValue("secret");
      if (secret != null && !secret.isBlank()) {
        return secret.strip();
      }
    } catch (Http.TooLarge | IllegalArgumentException _) {
      // No form of ours.
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "There is nothing to sign in with. 'retinue console' prints a link; a token can be pasted.");
  }

  private void signOut(Visit visit) {
    try {
      cookies.find(visit.request()).ifPresent(signIns::signOut);
      cookies.drop(visit.request(), visit.response());
      leadTo(visit, "/sign-in");
    } catch (RetinueException e) {
      Refusal.send(visit, e);
    }
  }

  private static void leadTo(Visit visit, String path) {
    visit.response().setStatus(303);
    visit.response().getHeaders().put(HttpHeader.LOCATION, path);
    visit.callback().succeeded();
  }
}
