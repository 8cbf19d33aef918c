package dev.retinue.cli;

import dev.retinue.cli.serve.Logs;
import dev.retinue.cli.serve.Reach;
import dev.retinue.cli.serve.Snippets;
import dev.retinue.config.Configuration;
import dev.retinue.config.Given;
import dev.retinue.config.Settings;
import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.port.Roster;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.runtime.scripted.DemoStaff;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.Toolsets;
import dev.retinue.web.BearerGate;
import dev.retinue.web.Gate;
import dev.retinue.web.WebServer;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `retinue serve`: the daemon that supervises, and MCP over HTTP.
@Command(name = "serve", description = "Supervise agents, and serve MCP over HTTP.")
final class Serve implements Callable<Integer> {
  private static final int DISK_FAILED = 70;

  private final Terminal terminal;

  @Option(
      names = "--host",
      paramLabel = "<address>",
      description = "Where to listen. Default: 127.0.0.1, which only this machine can reach.")
  private @Nullable String host;

  @Option(
      names = "--port",
      paramLabel = "<number>",
      description = "Where to listen; 0 takes a port that is free. Default: 8101.")
  private @Nullable String port;

  @Option(
      names = "--toolsets",
      paramLabel = "<names>",
      description = "Which toolsets to serve, separated by commas. Default: the usual ones.")
  private @Nullable String toolsets;

  @Option(
      names = "--no-auth",
      description = "Take everybody on this machine for the owner, without a token.")
  private boolean noAuth;

  @Option(
      names = "--idle-exit",
      paramLabel = "<time>",
      description = "End after so long without runs and clients, 1h for instance. Default: never.")
  private @Nullable String idleExit;

  /// For a daemon that a front starts: it must not fail because somebody else has the port.
  @Option(names = "--any-port", hidden = true)
  private boolean anyPort;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();

  Serve(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    WebServer web;
    try {
      web = begin();
    } catch (RetinueException e) {
      // Whatever keeps it from starting is for whoever started it to mend.
      terminal.err().println("retinue: " + e.getMessage());
      return ExitCode.USAGE;
    }
    web.join();
    return ExitCode.OK;
  }

  private WebServer begin() {
    Logs.begin();
    var configuration = config.read(given(), System.getenv());
    var settings = configuration.settings();
    Toolsets.chosen(settings.server().toolsets());
    var reach = Reach.of(settings.server(), InetAddress::getAllByName);
    configuration.warnings().forEach(this::warn);
    reach.warnings().forEach(this::warn);
    var household = open(configuration);
    var web = start(household, settings, reach);
    Runtime.getRuntime().addShutdownHook(new Closing(web, household).hook());
    household.announce(reach.address(), web.port());
    new Chores(household, settings.retention()).begin();
    tell(web, household, settings, reach);
    var idle = settings.server().idleExit();
    if (idle != null) {
      leaveWhenIdle(idle, web, household);
    }
    return web;
  }

  private List<Given> given() {
    var given = new ArrayList<Given>();
    add(given, "server.host", "--host", host);
    add(given, "server.port", "--port", port);
    add(given, "server.toolsets", "--toolsets", toolsets);
    add(given, "server.auth", "--no-auth", noAuth ? "false" : null);
    add(given, "server.idle-exit", "--idle-exit", idleExit);
    return given;
  }

  private static void add(List<Given> given, String key, String option, @Nullable String value) {
    if (value != null) {
      given.add(new Given(key, option, value));
    }
  }

  private void warn(String sentence) {
    terminal.err().println("retinue: " + sentence);
  }

  private Household open(Configuration configuration) {
    var place = data.place();
    var settings = configuration.settings();
    return Household.open(
        new Household.Settings(
            place,
            settings.rules(),
            settings.diskReserve(),
            Surroundings.real(),
            () -> Runtime.getRuntime().halt(DISK_FAILED)),
        roster(configuration),
        List.of(new ScriptedRuntime(InstantSource.system())),
        new LeftoverProcesses(place));
  }

  /// Those of the configuration; where there are none, some to watch.
  private static Roster roster(Configuration configuration) {
    var staff = configuration.staff();
    return staff.all().isEmpty() ? new DemoStaff() : staff;
  }

  private WebServer start(Household household, Settings settings, Reach reach) {
    var owner = new Principal(Caller.owner());
    Gate gate = settings.server().auth() ? new BearerGate(household.callers()) : Gate.open(owner);
    var listening = new AtomicInteger();
    var serving =
        new Assembly.Serving(
            settings.server().toolsets(),
            settings.defaultAgent(),
            reach.hosts(),
            run -> payloadUrl(household, run, reach, listening.get()));
    try {
      var web = listen(household, serving, gate, reach.address(), settings.server().port());
      listening.set(web.port());
      return web;
    } catch (RetinueException e) {
      household.close();
      throw e;
    }
  }

  private WebServer listen(
      Household household, Assembly.Serving serving, Gate gate, String address, int wanted) {
    var served = Assembly.served(household, serving);
    try {
      return WebServer.start(address, wanted, served.endpoints(), gate, served.api());
    } catch (RetinueException e) {
      if (!anyPort || wanted == 0) {
        throw e;
      }
      return WebServer.start(address, 0, served.endpoints(), gate, served.api());
    }
  }

  /// With a signature, so that its reader needs no token.
  private static String payloadUrl(Household household, Run run, Reach reach, int port) {
    var path = "/api/agents/%s/payload?%s".formatted(run.id(), household.links().query(run.id()));
    return reach.url(port, path);
  }

  private void tell(WebServer web, Household household, Settings settings, Reach reach) {
    var out = terminal.out();
    var url = reach.url(web.port(), "/mcp");
    out.println("Retinue serves MCP at " + url);
    var recovered = household.recovered();
    if (recovered.resumed() + recovered.interrupted() > 0) {
      out.println(
          "%d runs go on that were at work, %d were interrupted."
              .formatted(recovered.resumed(), recovered.interrupted()));
    }
    var token = settings.server().auth() ? household.tokenFile() : null;
    if (token != null) {
      out.println("The token is in " + token);
    }
    new Snippets(url, token, Install.findLauncher(System.getProperties()), data.unusual())
        .lines()
        .forEach(out::println);
    terminal.flush();
  }

  private static void leaveWhenIdle(Duration limit, WebServer web, Household household) {
    var idle =
        new IdleExit(
            limit, () -> web.connections() + household.staff().crew().atWork(), System::nanoTime);
    Thread.ofVirtual()
        .name("idle")
        .start(
            () -> {
              try {
                idle.await();
                Runtime.getRuntime().exit(ExitCode.OK);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
