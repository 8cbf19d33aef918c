package dev.retinue.cli;

import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.front.Front;
import dev.retinue.cli.front.Hello;
import dev.retinue.cli.front.Seat;
import dev.retinue.cli.front.Snapshot;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.store.files.DataPlace;
import java.io.IOException;
import java.nio.file.Files;
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
      Usage: retinue mcp [--data <folder>] [--agent <agent> [-a <name>] [--sessions]]
             retinue mcp [--data <folder>] --standalone [--config <file>]
      Serve MCP over standard input and output: the command that an MCP client is told to start. It passes
      calls on to the daemon of the data directory, and starts that if there is none; so agents go on when the
      client is closed, and several clients see the same ones.
            --data <folder>   The data directory. Default: RETINUE_DATA, or where this system keeps the data
                              of programs.
            --agent <agent>   Serve this agent as a tool of its own, and nothing else: a name on the staff, or a
                              file in a folder that agents are read from, each of whose agents is a tool.
        -a, --name <name>     With --agent and a file: only this one of its agents.
            --sessions        With --agent: answers come with a session_id, by which the next message goes on.
            --standalone      Do everything in this process, without a daemon.
            --config <file>   With --standalone: the configuration file.
        -h, --help            Show this help and end.
      """;

  private static final List<String> FLAGS = List.of("--standalone", "--sessions");

  /// What a client asked for before it closed its end it may still want to hear.
  private static final Duration LAST_MOMENT = Duration.ofSeconds(5);

  private final Terminal terminal;

  public Mcp(Terminal terminal) {
    this.terminal = terminal;
  }

  /// What was said on the command line.
  private record Options(
      @Nullable Path data, @Nullable Path config, boolean standalone, Hello.@Nullable Only only) {}

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
    String agent = null;
    String name = null;
    boolean standalone = false;
    boolean sessions = false;
    for (int i = 0; i < args.size(); i++) {
      var arg = args.get(i);
      var equals = arg.indexOf('=');
      var option = arg.startsWith("--") && equals > 0 ? arg.substring(0, equals) : arg;
      boolean valued = option.length() < arg.length();
      var value = valued ? arg.substring(equals + 1) : i + 1 < args.size() ? args.get(i + 1) : "";
      switch (valued && FLAGS.contains(option) ? "" : option) {
        case "--standalone" -> standalone = true;
        case "--sessions" -> sessions = true;
        case "--data" -> data = path(option, value);
        case "--config" -> config = path(option, value);
        case "--agent" -> agent = word(option, value);
        case "-a", "--name" -> name = word(option, value);
        default -> throw new Refused("mcp takes no '" + arg.replaceAll("\\p{Cntrl}", "?") + "'.");
      }
      i += valued || FLAGS.contains(option) ? 0 : 1;
    }
    if (config != null && !standalone) {
      throw new Refused("--config is for --standalone; a daemon has read its own when it started.");
    }
    if (agent == null && (name != null || sessions)) {
      throw new Refused((sessions ? "--sessions" : "--name") + " is for --agent.");
    }
    if (agent != null && standalone) {
      throw new Refused("--agent needs the daemon; leave --standalone out.");
    }
    var only = agent == null ? null : new Hello.Only(meant(agent), name, sessions);
    return new Options(data, config, standalone, only);
  }

  private static String word(String option, String value) throws Refused {
    if (value.isEmpty()) {
      throw new Refused(option + " needs a name.");
    }
    return value;
  }

  /// A file that is there is meant as it is seen from here; the daemon is somewhere else.
  private static String meant(String agent) {
    try {
      var file = Path.of(agent).toAbsolutePath();
      return Files.isRegularFile(file) ? file.normalize().toString() : agent;
    } catch (InvalidPathException e) {
      return agent;
    }
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
    var only = options.only;
    var snapshot =
        only == null ? Snapshot.read(Snapshot.in(data)) : Optional.of(Snapshot.of(agents()));
    var offers = offers(snapshot);
    var gateway =
        new DaemonGateway(
            new Daemons(
                data,
                () -> Install.of(System.getProperties()).launcher(),
                Version.number(),
                Version.build(),
                environment),
            environment,
            Path.of("").toAbsolutePath(),
            this::tell,
            only);
    if (only != null) {
      var refusal = refusal(gateway);
      if (refusal.isPresent()) {
        terminal.err().println("retinue: " + refusal.get());
        return ExitCode.USAGE;
      }
    }
    var front =
        new Front(
            Assembly.shown(offers),
            offers,
            () -> only == null ? snapshot.orElseGet(() -> Snapshot.of(offers)).digest() : "",
            terminal.in(),
            terminal.claimOutput(),
            gateway,
            LAST_MOMENT);
    // Only the daemon knows what others than the owner are shown.
    if (only != null || Daemons.isForeign(environment)) {
      front.askingForTools();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(front::stop, "stopping"));
    try {
      front.run();
      return ExitCode.OK;
    } catch (IOException e) {
      terminal.err().println("retinue: standard input cannot be read: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }

  /// Why there will be no tools, if the daemon says so: better before anybody has shaken hands. One
  /// that cannot be reached now may be by the first call.
  private static Optional<String> refusal(DaemonGateway gateway) {
    try (var _ = Seat.take(gateway.require())) {
      return Optional.empty();
    } catch (RetinueException e) {
      return e.code() == ErrorCode.SERVICE_UNAVAILABLE
          ? Optional.empty()
          : Optional.of(String.valueOf(e.getMessage()));
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

  /// What is shown of agents before the daemon has said which tools they are.
  private static McpServer agents() {
    return new McpServer(Implementation.of("retinue", Version.number()), AgentOffers.INSTRUCTIONS);
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
