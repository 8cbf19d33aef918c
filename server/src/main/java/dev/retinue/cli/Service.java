package dev.retinue.cli;

import dev.retinue.cli.door.FrontDoor;
import dev.retinue.cli.serve.Reach;
import dev.retinue.config.Settings;
import dev.retinue.core.Caller;
import dev.retinue.core.Issuer;
import dev.retinue.core.Limit;
import dev.retinue.core.Manners;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.mcp.transport.StdioServer;
import dev.retinue.toolset.Principal;
import dev.retinue.watch.Sights.Ways;
import dev.retinue.web.BearerGate;
import dev.retinue.web.Gate;
import dev.retinue.web.Site;
import dev.retinue.web.WatchRoutes;
import dev.retinue.web.WebServer;
import dev.retinue.web.oauth.IssuerGate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A daemon at work: a household, and the ways in to it.
final class Service {
  private final Household household;
  private final Eras eras;
  private final WebServer web;
  private final FrontDoor door;
  private volatile @Nullable StdioServer guest;
  private final Thread hook = new Closing(this).hook();

  private Service(Household household, Settings settings, Reach reach, boolean anyPort) {
    this.household = household;
    var listening = new AtomicInteger();
    var serving =
        new Assembly.Serving(
            settings.server().toolsets(),
            settings.defaultAgent(),
            reach.hosts(),
            run -> payloadUrl(household, run, reach, listening.get()),
            settings.templates(),
            settings.manners());
    var served = Assembly.served(household, serving);
    this.eras = served.eras();
    this.web = listen(served, settings.server(), reach, anyPort);
    listening.set(web.port());
    household.signIns().reachableAt(reach.url(web.port(), ""));
    household.reachableAt(reach.ownUrl(web.ownPort(), "/mcp"));
    this.door = openDoor(served.server(), settings.manners());
    household.condition().seenBy(ways(served));
  }

  /// Opens the ways in to a household, which it closes in the end, and also if they do not open.
  ///
  /// @param anyPort takes another port where somebody else has the one that is wanted
  static Service begin(Household household, Settings settings, Reach reach, boolean anyPort) {
    Service service;
    try {
      service = new Service(household, settings, reach, anyPort);
    } catch (RetinueException e) {
      household.close();
      throw e;
    }
    Runtime.getRuntime().addShutdownHook(service.hook);
    service.tellOfLimits();
    household.announce(reach.ownAddress(), service.web.ownPort());
    new Chores(household, settings.retention()).begin();
    return service;
  }

  private WebServer listen(
      Assembly.Served served, Settings.Server wanted, Reach reach, boolean anyPort) {
    var owner = new Principal(Caller.owner());
    var bearers = beside(wanted.remote().issuer(), new BearerGate(household.callers()));
    Gate gate = wanted.auth() ? bearers : Gate.open(owner, bearers);
    var condition = household.condition();
    var watching =
        new WatchRoutes(condition.watch(), condition::hindrances, wanted.metricsOpen()).routes();
    var site = new Site(served.endpoints(), gate, served.api()).with(watching).with(reach.remote());
    try {
      return WebServer.start(reach.address(), wanted.port(), site);
    } catch (RetinueException e) {
      if (!anyPort || wanted.port() == 0) {
        throw e;
      }
      return WebServer.start(reach.address(), 0, site);
    }
  }

  /// With those whom somebody else knows, if there is somebody else.
  private static Gate beside(@Nullable Issuer issuer, Gate own) {
    if (issuer == null) {
      return own;
    }
    return new IssuerGate(issuer, own, Surroundings.real());
  }

  private Ways ways(Assembly.Served served) {
    var endpoints = served.endpoints().values();
    return new Ways(
        web::connections,
        () ->
            served.api().streams() + endpoints.stream().mapToInt(HttpEndpoint::subscriptions).sum(),
        served.api()::sockets,
        () -> endpoints.stream().mapToInt(HttpEndpoint::sessions).sum(),
        door::fronts,
        door::versions);
  }

  private FrontDoor openDoor(McpServer server, Manners manners) {
    try {
      return Fronts.welcome(household, server, eras, manners);
    } catch (RetinueException e) {
      web.close();
      throw e;
    }
  }

  /// With a signature, so that its reader needs no token.
  private static String payloadUrl(Household household, Run run, Reach reach, int port) {
    var path = "/api/agents/%s/payload?%s".formatted(run.id(), household.links().query(run));
    return reach.url(port, path);
  }

  Household household() {
    return household;
  }

  Eras eras() {
    return eras;
  }

  /// A client on the standard streams of this process, who is treated as all others in the end.
  void attend(StdioServer client) {
    guest = client;
  }

  int port() {
    return web.port();
  }

  private void tellOfLimits() {
    var limits = household.staff().limits();
    limits.used(Limit.CONNECTIONS, web::connections);
    limits.used(Limit.FRONTS, door::fronts);
  }

  /// How many clients and runs need it.
  int occupied() {
    return web.connections() + door.fronts() + household.staff().crew().atWork();
  }

  void join() throws InterruptedException {
    web.join();
  }

  /// Ends it in order before the process ends.
  void end() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // The process is ending, and the hook sees to it.
    }
    new Closing(this).run();
  }

  /// Takes nothing new, and gives calls in flight a while.
  void drain(Duration inFlight) throws InterruptedException {
    long deadline = System.nanoTime() + inFlight.toNanos();
    household.withdraw();
    // All ways in first: nobody comes in by one while it is waited for those of another.
    web.shut();
    var client = guest;
    if (client != null) {
      client.retire();
    }
    door.drain(inFlight);
    web.drain(until(deadline));
    if (client != null) {
      client.awaitCalls(until(deadline));
    }
  }

  private static Duration until(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  /// Ends it. What is at work is handed over to the next daemon.
  ///
  /// @param grace how long that may take
  void close(Duration grace) {
    try {
      door.close();
      web.close();
    } finally {
      household.close(grace);
    }
  }
}
