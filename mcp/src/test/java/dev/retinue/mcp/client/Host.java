package dev.retinue.mcp.client;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.testing.Pipe;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.mcp.transport.StdioServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/// A server that can be connected to.
sealed interface Host extends AutoCloseable {
  McpClient connect(ClientOptions options);

  @Override
  void close();

  /// Opens a host for what is offered.
  interface Kind {
    Host open(Offers offers);
  }

  /// Every client gets a server on a pair of pipes of its own.
  record Streams(Offers offers) implements Host {
    @Override
    public McpClient connect(ClientOptions options) {
      var there = new Pipe();
      var back = new Pipe();
      var server = new StdioServer(offers.eras(), Caller.named("test"), there.in, back.out);
      Thread.ofVirtual()
          .start(
              () -> {
                try (back.out) {
                  server.run();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      return McpClient.over(back.in, there.out, options);
    }

    @Override
    public void close() {}
  }

  record Web(JdkHttp http) implements Host {
    Web(Offers offers) {
      this(new JdkHttp(new HttpEndpoint(offers.eras(), Hosts.LOCAL, Duration.ofMillis(200))));
    }

    @Override
    public McpClient connect(ClientOptions options) {
      return McpClient.at(http.uri(), options);
    }

    @Override
    public void close() {
      http.close();
    }
  }
}
