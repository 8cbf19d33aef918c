package dev.retinue.bench.peer;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import java.net.InetSocketAddress;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/// The tool over HTTP, on the port that is the first argument.
final class EchoHttp {
  private EchoHttp() {}

  static void main(String[] args) throws Exception {
    var transport =
        HttpServletStreamableServerTransportProvider.builder().mcpEndpoint("/mcp").build();
    Echo.serve(McpServer.sync(transport));
    var context = new ServletContextHandler();
    var servlet = new ServletHolder(transport);
    servlet.setAsyncSupported(true);
    context.addServlet(servlet, "/*");
    var server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
    server.setHandler(context);
    server.start();
    server.join();
  }
}
