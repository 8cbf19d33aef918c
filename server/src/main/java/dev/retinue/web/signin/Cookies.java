package dev.retinue.web.signin;

import dev.retinue.core.Caller;
import dev.retinue.core.staff.SignIns;
import dev.retinue.web.http.Approach;
import dev.retinue.web.http.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/// What a browser keeps since somebody signed in with it: for this host alone, out of reach of
/// scripts, and never sent along from the pages of others.
public final class Cookies {
  /// What browsers take only from the host itself, and only over TLS.
  private static final String HOST_ONLY = "__Host-";

  /// Somebody else on this host may have given the browser one of the same name.
  private static final int MOST = 4;

  private final SignIns signIns;

  public Cookies(SignIns signIns) {
    this.signIns = signIns;
  }

  /// Who comes with a cookie that is good.
  public Optional<SignIns.SignedIn> find(Request request) {
    return find(passes(request));
  }

  /// Whether it is still good for this caller, who may just what he could. The request itself need
  /// not be there any more.
  public BooleanSupplier again(Request request, Caller caller) {
    var passes = passes(request);
    return () -> find(passes).filter(it -> it.caller().equals(caller)).isPresent();
  }

  private Optional<SignIns.SignedIn> find(List<String> passes) {
    return passes.stream().flatMap(pass -> signIns.find(pass).stream()).findFirst();
  }

  private List<String> passes(Request request) {
    var header = Visit.header(request, "Cookie");
    if (header == null) {
      return List.of();
    }
    var name = name(request) + "=";
    var found = new ArrayList<String>();
    for (var pair : header.split("[;,]", -1)) {
      if (pair.strip().startsWith(name) && found.size() < MOST) {
        found.add(pair.strip().substring(name.length()));
      }
    }
    return found;
  }

  void keep(Request request, Response response, SignIns.Pass pass) {
    set(request, response, pass.text(), SignIns.PASS_GOOD_FOR.toSeconds());
  }

  void drop(Request request, Response response) {
    set(request, response, "", 0);
  }

  private void set(Request request, Response response, String value, long seconds) {
    var cookie =
        "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s"
            .formatted(
                name(request), value, seconds, Approach.of(request).secure() ? "; Secure" : "");
    response.getHeaders().add(HttpHeader.SET_COOKIE, cookie);
  }

  private String name(Request request) {
    return (Approach.of(request).secure() ? HOST_ONLY : "") + signIns.name();
  }
}
