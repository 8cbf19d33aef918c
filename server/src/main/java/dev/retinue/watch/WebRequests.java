package dev.retinue.watch;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Counts and measures requests over HTTP. Most of those that take a route are of the same method
/// and end alike, so their number is at hand.
final class WebRequests {
  private static final int MOST_ROUTES = 200;
  private static final List<String> SURFACES = List.of("mcp", "api", "ws");
  private static final Set<String> METHODS =
      Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  private final Counter requests =
      new Counter(
          "retinue_http_requests_total",
          "Requests over HTTP that were answered.",
          "route",
          "method",
          "code");
  private final Histogram times =
      Histogram.ofSeconds(
          "retinue_http_request_seconds",
          "How long requests over HTTP took, streams until their end.",
          "surface");
  private final Names names = new Names(MOST_ROUTES);
  private final Map<String, OneRoute> routes = new ConcurrentHashMap<>();

  /// The numbers of one route.
  private final class OneRoute {
    private final String name;
    private final Histogram.Series time;
    private volatile @Nullable Last last;

    /// How the last request was that was not like the one before it.
    private record Last(String method, int code, LongAdder many) {}

    OneRoute(String name, String surface) {
      this.name = name;
      this.time = times.of(surface);
    }

    void answered(String method, int code, long nanos) {
      var like = last;
      if (like == null || like.code != code || !like.method.equals(method)) {
        like = new Last(method, code, requests.of(name, method(method), code(code)));
        last = like;
      }
      like.many.increment();
      time.observe(nanos);
    }
  }

  /// @param route where it went, as a template; empty if nowhere
  void answered(String route, String method, int code, long nanos) {
    route(route).answered(method, code, nanos);
  }

  private OneRoute route(String route) {
    var known = routes.get(route);
    if (known != null) {
      return known;
    }
    var name = route.isEmpty() ? Counter.OTHER : names.of(route);
    var one = new OneRoute(name, surface(route));
    // What has no name of its own is looked up every time: nobody fills this map at will.
    return name.equals(route) ? routes.computeIfAbsent(route, _ -> one) : one;
  }

  private static String method(String method) {
    return METHODS.contains(method) ? method : Counter.OTHER;
  }

  private static String code(int code) {
    return code >= 100 && code < 600 ? Integer.toString(code) : Counter.OTHER;
  }

  private static String surface(String route) {
    for (var each : SURFACES) {
      if (route.startsWith("/" + each)) {
        return each;
      }
    }
    return Counter.OTHER;
  }

  List<Family> families() {
    return List.of(requests, times);
  }
}
