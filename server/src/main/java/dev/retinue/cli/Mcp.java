package dev.retinue.cli;

import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.front.Front;
import dev.retinue.cli.front.Snapshot;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.store.files.DataPlace;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// `retinue mcp`: what MCP clients start. They wait for it, so it is parsed by hand and loads
/// neither picocli (the annotation is for the list of commands and loads nothing) nor a web server
/// nor a database driver.
@Command(name = "mcp", description = "Serve MCP over standard input and output, for a client.")
public final class Mcp {
  private static final String HELP =
      """
      Usage: retinue mcp [--data <folder>] [--standalone [--config <file>]]
      Serve MCP over standard input and output: the command that an MCP client is told to start. It passes
      calls on to the daemon of the data directory, and starts that if there is none; so agents go on when the
      client is closed, and several clients see the same ones.
            --data <folder>   The data directory. Default: RETINUE_DATA, or where this system keeps the data
                              of programs.
            --standalone      Do everything in this process, without a daemon.
            --config <file>   With --standalone: the configuration file.
        -h, --help            Show this help and end.
      """;

  /// What a client asked for before it closed its end it may still want to hear.
  private static final Duration LAST_MOMENT = Duration.ofSeconds(5);

  private final Terminal terminal;

  public Mcp(Terminal terminal) {
    this.terminal = terminal;
  }

  /// What was said on the command line.
  private record Options(@Nullable Path data, @Nullable Path config, boolean standalone) {}

  public int run(List<String> args) {
    if (args.contains("-h") || args.contains("--help")) {
      terminal.out().print(HELP);
      return ExitCode.OK;
    }
    try {
      var options = parse(args);
      return options.standalone
          ? new Standalone(terminal, LAST_MOMENT).serve(place(options), options.config)
          : serve(options);
    } catch (Refused e) {
      terminal.err().println("retinue: " + e.getMessage() + " See: retinue mcp --help");
      return ExitCode.USAGE;
    } catch (RetinueException e) {
      terminal.err().println("retinue: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private static Options parse(List<String> args) throws Refused {
    Path data = null;
    Path config = null;
    boolean standalone = false;
    for (int i = 0; i < args.size(); i++) {
      var arg = args.get(i);
      var equals = arg.indexOf('=');
      var name = arg.startsWith("--") && equals > 0 ? arg.substring(0, equals) : arg;
      if (name.equals("--standalone") && equals < 0) {
        standalone = true;
      } else if (name.equals("--data") || name.equals("--config")) {
        var value =
            name.length() < arg.length()
                ? arg.substring(equals + 1)
                : ++i < args.size() ? args.get(i) : "";
        if (name.equals("--data")) {
          data = path(name, value);
        } else {
          config = path(name, value);
        }
      } else {
        throw new Refused("mcp takes no '" + arg.replaceAll("\\p{Cntrl}", "?") + "'.");
      }
    }
    if (config != null && !standalone) {
      throw new Refused("--config is for --standalone; a daemon has read its own when it started.");
    }
    return new Options(data, config, standalone);
  }

  private static Path path(String option, String value) throws Refused {
    try {
      if (!value.isEmpty()) {
        return Path.of(value).toAbsolutePath();
      }
    } catch (InvalidPathException e) {
      throw new Refused(option + " is no path: " + e.getReason() + ".");
    }
    throw new Refused(option + " needs a path.");
  }

  /// The command line cannot be understood.
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String sentence) {
      super(sentence, null, false, false);
    }
  }

  private int serve(Options options) {
    var environment = System.getenv();
    var data = place(options);
    var snapshot = Snapshot.read(Snapshot.in(data));
    var offers = offers(snapshot);
    var gateway =
        new DaemonGateway(
            new Daemons(
                data,
                () -> Install.of(System.getProperties()).launcher(),
                Version.number(),
                environment),
            environment,
            Path.of("").toAbsolutePath(),
            this::tell);
    var front =
        new Front(
            Assembly.shown(offers),
            offers,
            () -> snapshot.orElseGet(() -> Snapshot.of(offers)).digest(),
            terminal.in(),
            terminal.claimOutput(),
            gateway,
            LAST_MOMENT);
    Runtime.getRuntime().addShutdownHook(new Thread(front::stop, "stopping"));
    try {
      front.run();
      return ExitCode.OK;
    } catch (IOException e) {
      terminal.err().println("retinue: standard input cannot be read: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private static Path place(Options options) {
    return options.data != null
        ? options.data
        : DataPlace.of(System.getenv(), System.getProperty("os.name", ""));
  }

  private void tell(String sentence) {
    terminal.err().println("retinue: " + sentence);
    terminal.err().flush();
  }

  /// What the daemon last offered; where there was none yet, what it will offer.
  private static McpServer offers(Optional<Snapshot> snapshot) {
    var info = Implementation.of("retinue", Version.number());
    var server =
        new McpServer(info, snapshot.map(Snapshot::instructions).orElse(Assembly.INSTRUCTIONS));
    return server.later(
        offers -> snapshot.ifPresentOrElse(it -> it.offer(offers), () -> Assembly.show(offers)));
  }
}
