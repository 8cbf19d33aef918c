package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.Principal;
import dev.retinue.web.api.Api;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Router;
import dev.retinue.web.socket.Sockets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
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
  private static final int MOST_CONNECTIONS = 5_000;

  /// A request that has not come as a whole after that does not come.
  static final Duration SLOWEST = Duration.ofSeconds(12);

  private final Server server;
  private final ServerConnector connector;
  private final Collection<HttpEndpoint> endpoints;
  private final Presence presence;

  private WebServer(
      Server server,
      ServerConnector connector,
      Collection<HttpEndpoint> endpoints,
      Presence presence) {
    this.server = server;
    this.connector = connector;
    this.endpoints = List.copyOf(endpoints);
    this.presence = presence;
  }

  /// Listens on the address for one caller, without asking who he is.
  public static WebServer start(String host, int port, HttpEndpoint endpoint, Caller caller) {
    return start(host, port, Map.of("", endpoint), Gate.open(caller), null);
  }

  /// Listens on the address; port 0 takes one that is free.
  ///
  /// @param endpoints by the name of the toolset; the one without a name is that of `/mcp`
  public static WebServer start(
      String host, int port, Map<String, HttpEndpoint> endpoints, Gate gate, @Nullable Api api) {
    return start(
        host,
        port,
        endpoints.values(),
        (server, presence) -> guard(server, endpoints, gate, api, presence));
  }

  /// Listens on the address for one who looks himself at everybody who comes.
  public static WebServer start(String host, int port, Handler door) {
    return start(
        host,
        port,
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

  private static WebServer start(
      String host,
      int port,
      Collection<HttpEndpoint> endpoints,
      BiFunction<Server, Presence, Handler> door) {
    JETTY.setLevel(Level.WARNING);
    var threads = new VirtualThreadPool();
    threads.setMaxConcurrentTasks(MOST_AT_WORK);
    var server = new Server(threads);
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    var factory = new HttpConnectionFactory(http);
    factory.setInputBufferSize(INPUT_BYTES);
    var connector = new ServerConnector(server, factory);
    connector.setHost(host);
    connector.setPort(port);
    connector.setAcceptQueueSize(MOST_KNOCKING);
    connector.addBean(new SlowClients(connector, SLOWEST));
    server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
    server.addConnector(connector);
    server.setErrorHandler(new PlainErrors());
    var presence = new Presence();
    server.setHandler(new Turnstile(door.apply(server, presence), presence));
    try {
      server.start();
    } catch (Exception e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "cannot listen on %s:%d: %s. Choose another port with --port."
              .formatted(host, port, e.getMessage()),
          e);
    }
    return new WebServer(server, connector, endpoints, presence);
  }

  private static Guard guard(
      Server server,
      Map<String, HttpEndpoint> endpoints,
      Gate gate,
      @Nullable Api api,
      Presence presence) {
    var routes = new ArrayList<>(new McpRoute(endpoints).routes());
    if (api != null) {
      routes.addAll(api.routes());
      routes.addAll(new Sockets(server, api, presence).routes());
      server.addEventListener(whenStopped(api::close));
    }
    var credentials = new Credentials(gate, api == null ? null : api.links());
    var hosts = endpoints.values().iterator().next().hosts();
    return new Guard(hosts, credentials, toll(api), new Router(routes));
  }

  /// Who asks for himself alone, as in tests, may do so as often as he likes.
  private static Consumer<Caller> toll(@Nullable Api api) {
    return caller -> {
      if (api != null && caller instanceof Principal(var who)) {
        api.desk().staff().rates().take(who);
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

  public int port() {
    return connector.getLocalPort();
  }

  /// How many clients are connected.
  public int connections() {
    return connector.getConnectedEndPoints().size();
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
