package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the route of a request.
final class Router {
  private final List<Route> routes = new ArrayList<>();

  /// Answers one kind of request.
  interface Handler {
    /// Throws a refusal if it must.
    ///
    /// @param names what stands in the path where its pattern has `{}`
    Reply answer(Request request, List<String> names);
  }

  private record Route(String method, List<String> pattern, Handler handler) {
    @Nullable List<String> match(List<String> path) {
      if (path.size() != pattern.size()) {
        return null;
      }
      var names = new ArrayList<String>();
      for (int i = 0; i < path.size(); i++) {
        if (pattern.get(i).equals("{}")) {
          names.add(path.get(i));
        } else if (!pattern.get(i).equals(path.get(i))) {
          return null;
        }
      }
      return names;
    }
  }

  void on(String method, String path, Handler handler) {
    routes.add(new Route(method, List.of(path.substring(1).split("/")), handler));
  }

  Reply answer(Request request) {
    boolean known = false;
    for (var route : routes) {
      var names = route.match(request.segments());
      if (names != null && route.method().equals(request.method())) {
        return route.handler().answer(request, names);
      }
      known |= names != null;
    }
    return known ? Reply.nothing(405) : Reply.json(404, Tree.of("message", "Route not found."));
  }
}
