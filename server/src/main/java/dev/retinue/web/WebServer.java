package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Grants;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.Principal;
import dev.retinue.web.api.Api;
import dev.retinue.web.console.Console;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Router;
import dev.retinue.web.signin.Cookies;
import dev.retinue.web.signin.SignInRoutes;
import dev.retinue.web.socket.Sockets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

/// The HTTP edge on Jetty, with a virtual thread for each request.
public final class WebServer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int HEADER_BYTES = 16 * 1024;

  /// It announces itself; nobody asked. (Held here, because a logger that nobody holds is
  /// forgotten.)
  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

  /// A request holds its buffer until it is answered, and so does every idle stream.
  private static final int INPUT_BYTES = 4 * 1024;

  /// Calls may wait for long, and what they wait for may come by another request: 200, which is
  /// Jetty's own bound, would soon be too few.
  private static final int MOST_AT_WORK = 10_000;

  /// Clients that come at the same moment; of more than fit, some would find the door shut.
  private static final int MOST_KNOCKING = 1024;

  /// More than that wait at the door until others have left.
  private static final int MOST_CONNECTIONS = Limit.CONNECTIONS.count();

  /// A request that has not come as a whole after that does not come.
  static final Duration SLOWEST = Duration.ofSeconds(12);

  /// The same where much is brought.
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Server server;
  private final List<ServerConnector> connectors;
  private final Collection<HttpEndpoint> endpoints;
  private final Presence presence;

  private WebServer(
      Server server,
      List<ServerConnector> connectors,
      Collection<HttpEndpoint> endpoints,
      Presence presence) {
    this.server = server;
    this.connectors = List.copyOf(connectors);
    this.endpoints = List.copyOf(endpoints);
    this.presence = presence;
  }

  /// Listens on the address for one caller, without asking who he is.
  public static WebServer start(String host, int port, HttpEndpoint endpoint, Caller caller) {
    return start(host, port, new Site(Map.of("", endpoint), Gate.open(caller), null));
  }

  /// Listens on the address.
  public static WebServer start(
      String host, int port, Map<String, HttpEndpoint> endpoints, Gate gate, @Nullable Api api) {
    return start(host, port, new Site(endpoints, gate, api));
  }

  /// Listens on the address; port 0 takes one that is free.
  public static WebServer start(String host, int port, Site site) {
    return start(
        new Place(host, port, site.remote().tls()),
        site.endpoints().values(),
        (server, presence) -> counted(guard(server, site, routes(server, site, presence)), site));
  }

  /// Listens on the address for one who looks himself at everybody who comes.
  public static WebServer start(String host, int port, Handler door) {
    return start(
        new Place(host, port, null),
        List.of(),
        (_, _) ->
            new Handler.Wrapper(door) {
              @Override
              public boolean handle(Request request, Response response, Callback callback)
                  throws Exception {
                Manners.mind(response);
                return super.handle(request, response, callback);
              }
            });
  }

  /// Where to listen, and what to show there.
  private record Place(String host, int port, Remote.@Nullable Tls tls) {}

  private static WebServer start(
      Place place, Collection<HttpEndpoint> endpoints, BiFunction<Server, Presence, Handler> door) {
    JETTY.setLevel(Level.WARNING);
    var threads = new VirtualThreadPool();
    threads.setMaxConcurrentTasks(MOST_AT_WORK);
    var server = new Server(threads);
    var connectors = new ArrayList<ServerConnector>();
    connectors.add(connector(server, place));
    if (place.tls != null) {
      // For whoever is on this machine: its commands and programs need no certificate.
      connectors.add(connector(server, new Place(LOOPBACK, 0, null)));
    }
    server.addBean(
        new NetworkConnectionLimit(MOST_CONNECTIONS, connectors.toArray(ServerConnector[]::new)));
    connectors.forEach(server::addConnector);
    server.setErrorHandler(new PlainErrors());
    var presence = new Presence();
    server.setHandler(new Turnstile(door.apply(server, presence), presence));
    try {
      server.start();
    } catch (Exception e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "cannot listen on %s:%d: %s. Choose another port with --port, or an address of this machine with --host."
              .formatted(place.host, place.port, e.getMessage()),
          e);
    }
    return new WebServer(server, connectors, endpoints, presence);
  }

  private static ServerConnector connector(Server server, Place place) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    var plain = new HttpConnectionFactory(place.tls == null ? http : Tls.inside(http));
    plain.setInputBufferSize(INPUT_BYTES);
    var connector =
        place.tls == null
            ? new ServerConnector(server, plain)
            : new ServerConnector(server, Tls.of(place.tls, plain.getProtocol()), plain);
    connector.setHost(place.host);
    connector.setPort(place.port);
    connector.setAcceptQueueSize(MOST_KNOCKING);
    connector.addBean(new SlowClients(connector, SLOWEST, LONGEST));
    return connector;
  }

  private static Handler counted(Guard guard, Site site) {
    var api = site.api();
    return api == null ? guard : new Counted(guard, api.watch());
  }

  private static Grants grants(Site site) {
    var api = site.api();
    return api == null ? Grants.ANY : api.desk().staff().members().grants();
  }

  /// Where anything is.
  private static List<Route> routes(Server server, Site site, Presence presence) {
    var routes = new ArrayList<>(new McpRoute(site.endpoints(), grants(site)).routes());
    var api = site.api();
    if (api != null) {
      routes.addAll(api.routes());
      routes.addAll(new Sockets(server, api, presence).routes());
      routes.addAll(new Console().routes());
    }
    routes.addAll(site.more());
    if (api != null) {
      var signIns = api.desk().signIns();
      routes.addAll(new Metadata(site.remote()).routes());
      var audit = api.desk().staff().audit();
      routes.addAll(new SignInRoutes(signIns, new Cookies(signIns), audit, System::nanoTime).all());
    }
    return routes;
  }

  private static Guard guard(Server server, Site site, List<Route> routes) {
    var api = site.api();
    if (api != null) {
      server.addEventListener(whenStopped(api::close));
    }
    var credentials =
        api == null
            ? new Credentials(site.gate(), null, null)
            : new Credentials(site.gate(), api.links(), new Cookies(api.desk().signIns()));
    var hosts = site.endpoints().values().iterator().next().hosts();
    return new Guard(hosts, credentials, toll(api), new Router(routes))
        .telling(audit(api))
        .minding(site.remote());
  }

  private static Guard.Refusals audit(@Nullable Api api) {
    return (request, caller, action, code) -> {
      if (api != null) {
        var who = caller instanceof Principal(var known) ? known : null;
        api.desk().staff().audit().refused(who, Arrival.of(request), action, code);
      }
    };
  }

  private static Guard.Toll toll(@Nullable Api api) {
    if (api == null) {
      return Guard.Toll.NONE;
    }
    var staff = api.desk().staff();
    var open =
        staff
            .limits()
            .share(Limit.OPEN_REQUESTS, Limit.OPEN_REQUESTS_OF_CALLER, "requests over HTTP");
    return new Guard.Toll() {
      @Override
      public void holdBack(String address) {
        staff.rates().strangers().holdBack(address);
      }

      @Override
      public void take(Caller caller) {
        if (caller instanceof Principal(var who)) {
          staff.rates().take(who);
        }
      }

      @Override
      public Runnable enter(Caller caller) {
        return caller instanceof Principal(var who)
            ? staff.rates().enter(who)::leave
            : NONE.enter(caller);
      }

      @Override
      public Runnable open(Caller caller) {
        if (caller instanceof Principal(var who)) {
          return open.take(who.id())::giveBack;
        }
        return NONE.open(caller);
      }
    };
  }

  private static LifeCycle.Listener whenStopped(Runnable action) {
    return new LifeCycle.Listener() {
      @Override
      public void lifeCycleStopped(LifeCycle event) {
        action.run();
      }
    };
  }

  /// Where anything is.
  List<Route> routes() {
    var guard = server.getDescendant(Guard.class);
    return guard == null ? List.of() : guard.routes();
  }

  public int port() {
    return connectors.getFirst().getLocalPort();
  }

  /// Where it listens for this machine alone, if it shows a certificate elsewhere; else the same.
  public int ownPort() {
    return connectors.getLast().getLocalPort();
  }

  /// How many clients are connected.
  public int connections() {
    return connectors.stream().mapToInt(it -> it.getConnectedEndPoints().size()).sum();
  }

  public void join() throws InterruptedException {
    server.join();
  }

  /// Takes no new request.
  public void shut() {
    presence.shut();
  }

  /// Takes no new request, and lets those that have begun end, for as long as they may.
  public void drain(Duration patience) throws InterruptedException {
    presence.shut();
    presence.awaitEmpty(patience);
  }

  /// Ends at once: what is still at work is cancelled.
  @Override
  public void close() {
    presence.shut();
    endpoints.forEach(HttpEndpoint::close);
    presence.interruptAll();
    try {
      server.stop();
    } catch (Exception e) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR, "the web server did not stop: " + e.getMessage(), e);
    }
  }
}
