package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Roster;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.runtime.scripted.DemoStaff;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.toolset.Principal;
import dev.retinue.web.BearerGate;
import dev.retinue.web.Gate;
import dev.retinue.web.WebServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `retinue serve`: the daemon that supervises, and MCP over HTTP.
@Command(name = "serve", description = "Supervise agents, and serve MCP over HTTP on this machine.")
final class Serve implements Callable<Integer> {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");
  private static final int DISK_FAILED = 70;
  private static final Duration BETWEEN_CLEANINGS = Duration.ofHours(6);

  private final Terminal terminal;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      paramLabel = "<address>",
      description = "Where to listen: an address of this machine only. Default: ${DEFAULT-VALUE}.")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      defaultValue = "8101",
      paramLabel = "<number>",
      description = "Where to listen; 0 takes a port that is free. Default: ${DEFAULT-VALUE}.")
  private int port = 8101;

  @Option(
      names = "--config",
      paramLabel = "<file>",
      description = "The configuration file. Default: where docs/configuration.md says.")
  private @Nullable Path config;

  @Option(
      names = "--toolsets",
      split = ",",
      paramLabel = "<name>",
      description = "Which toolsets to serve. Default: lifecycle; relay always is.")
  private List<String> toolsets = List.of();

  @Option(
      names = "--no-auth",
      description = "Take everybody on this machine for the owner, without a token.")
  private boolean noAuth;

  @Mixin private DataOption data = new DataOption();

  Serve(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    requireLocal();
    var household = open();
    var web = start(household);
    var closing = new Thread(() -> close(web, household), "closing");
    Runtime.getRuntime().addShutdownHook(closing);
    household.announce(web.port());
    Thread.ofVirtual().name("housekeeping").start(() -> keepHouse(household));
    tell(web, household);
    web.join();
    return ExitCode.OK;
  }

  private Household open() {
    var place = data.place();
    return Household.open(
        Household.Settings.in(place, () -> Runtime.getRuntime().halt(DISK_FAILED)),
        roster(),
        List.of(new ScriptedRuntime(InstantSource.system())),
        new LeftoverProcesses(place));
  }

  /// Those of the configuration; where there are none, some to watch.
  private Roster roster() {
    var staff = Configuration.read(config, System.getenv(), Set.of(ScriptedRuntime.NAME)).staff();
    return staff.all().isEmpty() ? new DemoStaff() : staff;
  }

  private WebServer start(Household household) {
    var owner = new Principal(Caller.owner());
    Gate gate = noAuth ? Gate.open(owner) : new BearerGate(household.callers());
    var listening = new AtomicInteger();
    try {
      var endpoints =
          Assembly.endpoints(
              household,
              new Assembly.Serving(toolsets, null, Hosts.LOCAL),
              run -> url(host, listening.get(), "/api/agents/" + run.id() + "/payload"));
      var web = WebServer.start(host, port, endpoints, gate, household.staff());
      listening.set(web.port());
      return web;
    } catch (RetinueException e) {
      household.close();
      throw e;
    }
  }

  /// An address that has colons itself stands in brackets, or its port would be part of it.
  static String url(String host, int port, String path) {
    return "http://%s:%d%s".formatted(host.contains(":") ? "[" + host + "]" : host, port, path);
  }

  private void tell(WebServer web, Household household) {
    var out = terminal.out();
    var url = url(host, web.port(), "/mcp");
    out.println("Retinue serves MCP at " + url);
    var recovered = household.recovered();
    if (recovered.resumed() + recovered.interrupted() > 0) {
      out.println(
          "%d runs go on that were at work, %d were interrupted."
              .formatted(recovered.resumed(), recovered.interrupted()));
    }
    if (!noAuth) {
      var token = household.tokenFile();
      out.println("The token is in " + token);
      out.println(
          "Claude Code: claude mcp add --transport http retinue %s --header \"Authorization: Bearer $(cat '%s')\""
              .formatted(url, token));
    }
    terminal.flush();
  }

  /// Now and then lets go what the rules of retention let go.
  private static void keepHouse(Household household) {
    try {
      while (true) {
        try {
          household.clean(Retention.DEFAULT);
        } catch (RetinueException e) {
          // The store has trouble, and says so to whoever asks it.
        }
        Thread.sleep(BETWEEN_CLEANINGS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(WebServer web, Household household) {
    try (household;
        web) {
      // In this order: nobody new comes in, then what is at work ends.
    }
  }

  private void requireLocal() {
    if (!LOOPBACK.contains(host)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "--host %s is refused: so far only this machine may connect.".formatted(host));
    }
    if (port < 0 || port > 65_535) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "--port must be between 0 and 65535, not %d.".formatted(port));
    }
  }
}
