package dev.retinue.conformance;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.web.WebServer;
import java.time.Duration;
import java.time.InstantSource;
import javax.crypto.spec.SecretKeySpec;

/// The fixtures on a free port.
public final class FixtureServer {
  private FixtureServer() {}

  static Eras eras(McpServer server) {
    var clock = InstantSource.system();
    var store = new MemoryTaskStore(clock, 10_000);
    var key = new SecretKeySpec(new byte[32], "AES");
    return new Eras(
        new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
  }

  public static WebServer start(int port) {
    var endpoint = new HttpEndpoint(eras(Fixtures.server()), Hosts.LOCAL, Duration.ofSeconds(15));
    return WebServer.start("127.0.0.1", port, endpoint, Caller.named("suite"));
  }

  static void main(String[] args) throws InterruptedException {
    start(Integer.parseInt(args[0])).join();
  }
}
