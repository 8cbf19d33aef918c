package dev.retinue.cli;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.StdioServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

/// `retinue mcp`: what MCP clients start. They wait for it, so it is parsed by hand and loads
/// neither picocli (the annotation is for the list of commands and loads nothing) nor a web server
/// nor a database driver.
@Command(name = "mcp", description = "Serve MCP over standard input and output, for a client.")
public final class Mcp {
  private static final String HELP =
      """
      Usage: retinue mcp [--standalone]
      Serve MCP over standard input and output: the command that an MCP client is told to start.
            --standalone   Do everything in this process. (There is no daemon yet, so it always does.)
        -h, --help         Show this help and end.
      """;

  /// What a client asked for before it closed its end it may still want to hear.
  private static final Duration LAST_MOMENT = Duration.ofSeconds(5);

  private final Terminal terminal;

  public Mcp(Terminal terminal) {
    this.terminal = terminal;
  }

  public int run(List<String> args) {
    for (var arg : args) {
      switch (arg) {
        case "--standalone" -> {}
        case "-h", "--help" -> {
          terminal.out().print(HELP);
          return ExitCode.OK;
        }
        default -> {
          terminal.err().println("retinue: mcp takes no '" + arg + "'. See: retinue mcp --help");
          return ExitCode.USAGE;
        }
      }
    }
    return serve();
  }

  private int serve() {
    var owner = Caller.named("owner");
    var server =
        new StdioServer(Assembly.eras(), owner, terminal.in(), terminal.claimOutput(), LAST_MOMENT);
    try {
      server.run();
      return ExitCode.OK;
    } catch (IOException e) {
      terminal.err().println("retinue: standard input cannot be read: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
