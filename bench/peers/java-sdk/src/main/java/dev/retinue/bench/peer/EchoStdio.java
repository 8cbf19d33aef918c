package dev.retinue.bench.peer;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;

/// The tool over standard streams.
final class EchoStdio {
  private EchoStdio() {}

  static void main(String[] args) {
    Echo.serve(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
  }
}
