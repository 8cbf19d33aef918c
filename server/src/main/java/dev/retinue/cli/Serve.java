package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Caller;
import dev.retinue.web.WebServer;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `retinue serve`: MCP over HTTP.
@Command(name = "serve", description = "Serve MCP over HTTP on this machine.")
final class Serve implements Callable<Integer> {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");

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

  Serve(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (var server = start()) {
      terminal
          .out()
          .println("Retinue serves MCP at http://%s:%d/mcp".formatted(host, server.port()));
      terminal.flush();
      server.join();
    }
    return ExitCode.OK;
  }

  private WebServer start() {
    if (!LOOPBACK.contains(host)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "--host %s is refused: there is no authentication yet, so only this machine may connect."
              .formatted(host));
    }
    if (port < 0 || port > 65_535) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "--port must be between 0 and 65535, not %d.".formatted(port));
    }
    return WebServer.start(host, port, Assembly.endpoint(), Caller.named("owner"));
  }
}
