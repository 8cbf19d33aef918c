package dev.retinue.bench.peer;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.StdioServer;
import java.io.IOException;

/// The tool over standard streams.
final class EchoStdio {
  private EchoStdio() {}

  static void main(String[] args) throws IOException {
    new StdioServer(Echo.eras(), Caller.named("bench"), System.in, System.out).run();
  }
}
