package dev.retinue.bench.peer;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.web.WebServer;
import java.time.Duration;

/// The tool over HTTP, on the port that is the first argument.
final class EchoHttp {
  private EchoHttp() {}

  static void main(String[] args) throws InterruptedException {
    var endpoint = new HttpEndpoint(Echo.eras(), Hosts.LOCAL, Duration.ofSeconds(15));
    int port = Integer.parseInt(args[0]);
    WebServer.start("127.0.0.1", port, endpoint, Caller.named("bench")).join();
  }
}
