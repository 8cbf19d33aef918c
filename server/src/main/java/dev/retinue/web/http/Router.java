package dev.retinue.web.http;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.http.HttpHeader;

/// Finds what is done for a request: by its path first, then by its method.
public final class Router {
  private final List<Route> routes;

  /// Of several routes that fit, the first is taken.
  public Router(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  public List<Route> routes() {
    return routes;
  }

  /// Whether this is for everybody.
  public boolean isOpen(String method, String path) {
    for (var route : routes) {
      if (route.takes(method) && route.path().match(path).isPresent()) {
        return route.open();
      }
    }
    return false;
  }

  public void handle(Visit visit) {
    var methods = new TreeSet<String>();
    for (var route : routes) {
      var names = route.path().match(visit.path());
      if (names.isPresent()) {
        if (route.takes(visit.method())) {
          visit.request().setAttribute(Route.TAKEN, route.path().text());
          route.handling().handle(visit.with(names.get()));
          return;
        }
        methods.add(route.method());
      }
    }
    if (methods.isEmpty()) {
      nothingHere(visit);
    } else {
      wrongMethod(visit, methods);
    }
  }

  private static void nothingHere(Visit visit) {
    Refusal.send(
        visit,
        404,
        ErrorCode.NOT_FOUND,
        "There is nothing here. Retinue serves MCP at /mcp, and /api/openapi.json says what else.");
  }

  private static void wrongMethod(Visit visit, Set<String> methods) {
    var allowed = String.join(", ", methods);
    visit.response().getHeaders().put(HttpHeader.ALLOW, allowed);
    Refusal.send(
        visit,
        405,
        ErrorCode.INVALID_INPUT,
        "%s is not allowed here; allowed is %s.".formatted(Excerpt.of(visit.method()), allowed));
  }
}
