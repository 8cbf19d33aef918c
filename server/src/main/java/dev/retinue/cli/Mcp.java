package dev.retinue.cli;

import java.util.List;
import picocli.CommandLine.Command;

/// `retinue mcp`: what MCP clients start. They wait for it, so it is parsed by hand and loads
/// neither picocli (the annotation is for the list of commands and loads nothing) nor a web server
/// nor a database driver.
@Command(name = "mcp", description = "Serve MCP over standard input and output, for a client.")
public final class Mcp {
  private static final String HELP =
      """
      Usage: retinue mcp [--help]
      Serve MCP over standard input and output: the command that an MCP client is told to start.
        -h, --help   Show this help and end.

      This version has no MCP server yet; CHANGELOG.md says what is in it.
      """;

  private final Terminal terminal;

  public Mcp(Terminal terminal) {
    this.terminal = terminal;
  }

  public int run(List<String> args) {
    if (args.contains("--help") || args.contains("-h")) {
      terminal.out().print(HELP);
      return ExitCode.OK;
    }
    if (!args.isEmpty()) {
      terminal
          .err()
          .println("retinue: mcp has no option '" + args.getFirst() + "'. See: retinue mcp --help");
      return ExitCode.USAGE;
    }
    terminal.err().println("retinue: this version has no MCP server yet; see CHANGELOG.md");
    return ExitCode.FAILED;
  }
}
