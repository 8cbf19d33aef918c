package dev.retinue.cli;

import dev.retinue.cli.serve.Logs;
import dev.retinue.cli.serve.Reach;
import dev.retinue.cli.serve.Snippets;
import dev.retinue.config.Given;
import dev.retinue.config.Settings;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.toolset.Toolsets;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `retinue serve`: the daemon that supervises, and MCP over HTTP.
@Command(name = "serve", description = "Supervise agents, and serve MCP over HTTP.")
final class Serve implements Callable<Integer> {

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

  @Option(
      names = "--session-timeout",
      paramLabel = "<time>",
      description =
          "After how long a session that nobody uses is put away, 1h for instance; nothing of it is lost.")
  private @Nullable String sessionTimeout;

  @Option(
      names = "--timeout",
      paramLabel = "<time>",
      description = "The same as --session-timeout.")
  private @Nullable String timeout;

  @Option(
      names = "--max-sessions",
      paramLabel = "<number>",
      description = "How many sessions are at hand at once; others come back when they are used.")
  private @Nullable String maxSessions;

  @Option(
      names = "--agents-dir",
      paramLabel = "<folder>",
      description = "The folder with files of agents, besides that of the data directory.")
  private @Nullable Path agentsDirectory;

  @Option(
      names = "--log-format",
      paramLabel = "<format>",
      description = "How to write the log: text, or json for one object on each line.")
  private @Nullable String logFormat;

  /// For a daemon that a front starts: it must not fail because somebody else has the port.
  @Option(names = "--any-port", hidden = true)
  private boolean anyPort;

  /// From then on only the address can be in its way. A disk that fails does not pass by itself.
  private boolean opened;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();

  Serve(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Service service;
    try {
      service = begin();
    } catch (RetinueException e) {
      // What may pass by itself is worth another try; all else is for whoever started it to mend.
      terminal.err().println("retinue: " + e.getMessage());
      boolean passes = opened && e.code() == ErrorCode.SERVICE_UNAVAILABLE;
      return passes ? ExitCode.UNREACHABLE : ExitCode.USAGE;
    }
    service.join();
    return ExitCode.OK;
  }

  private Service begin() {
    Logs.begin();
    var configuration = config.read(given(), System.getenv());
    var settings = configuration.settings();
    Logs.write(settings.watching().log());
    Toolsets.chosen(settings.server().toolsets(), FleetWing.isThere(settings, System.getenv()));
    var reach = Reach.of(settings.server(), InetAddress::getAllByName);
    configuration.warnings().forEach(this::warn);
    reach.warnings().forEach(this::warn);
    AgentCheck.missingDefault(configuration, data.place()).ifPresent(this::warn);
    var household = Assembly.household(configuration, data.place());
    opened = true;
    var service = Service.begin(household, settings, reach, anyPort);
    tell(service, settings, reach);
    var idle = settings.server().idleExit();
    if (idle != null) {
      leaveWhenIdle(idle, service);
    }
    return service;
  }

  private List<Given> given() {
    var given = new ArrayList<Given>();
    add(given, "server.host", "--host", host);
    add(given, "server.port", "--port", port);
    add(given, "server.toolsets", "--toolsets", toolsets);
    add(given, "server.auth", "--no-auth", noAuth ? "false" : null);
    add(given, "log.format", "--log-format", logFormat);
    add(given, "server.idle-exit", "--idle-exit", idleExit);
    add(given, "sessions.idle-timeout", "--timeout", timeout);
    add(given, "sessions.idle-timeout", "--session-timeout", sessionTimeout);
    add(given, "sessions.max-sessions", "--max-sessions", maxSessions);
    add(
        given,
        "agents",
        "--agents-dir",
        agentsDirectory == null ? null : agentsDirectory.toAbsolutePath().normalize().toString());
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

  private void tell(Service service, Settings settings, Reach reach) {
    var out = terminal.out();
    var url = reach.url(service.port(), "/mcp");
    var household = service.household();
    out.println("Retinue serves MCP at " + url);
    var recovered = household.recovered();
    if (recovered.resumed() + recovered.interrupted() > 0) {
      out.println(
          "%d runs go on that were at work, %d were interrupted."
              .formatted(recovered.resumed(), recovered.interrupted()));
    }
    var token = settings.server().auth() ? household.tokenFile() : null;
    tellOfConsole(household, reach.url(service.port(), "/"), token);
    if (token != null) {
      out.println("The token is in " + token);
    }
    new Snippets(url, token, Install.findLauncher(System.getProperties()), data.unusual())
        .lines()
        .forEach(out::println);
    terminal.flush();
  }

  /// The link is for whoever sits here, and for no file that keeps what is printed.
  private void tellOfConsole(Household household, String url, @Nullable Path token) {
    if (token == null) {
      terminal.out().println("The console is at " + url);
    } else if (terminal.isWatched()) {
      var link = household.ownerLink();
      terminal.out().println("The console, signed in once within 10 minutes: " + link.url());
    } else {
      terminal
          .out()
          .println(
              "The console is at %s; what signs you in: %s"
                  .formatted(url, Called.in("retinue console") + elsewhere()));
    }
  }

  /// What a command needs to come to this data directory.
  private String elsewhere() {
    return data.unusual().map(it -> " --data " + Called.quoted(it.toString())).orElse("");
  }

  private static void leaveWhenIdle(Duration limit, Service service) {
    var idle = new IdleExit(limit, service::occupied, System::nanoTime);
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
