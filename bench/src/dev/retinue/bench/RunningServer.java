package dev.retinue.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;

/// A server that listens on a port of this machine and of nobody else.
final class RunningServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Child child;
  private final int port;

  private RunningServer(Child child, int port) {
    this.child = child;
    this.port = port;
  }

  static RunningServer start(Peer peer) throws IOException, InterruptedException {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    var child = Child.start(peer.name(), peer.http().on(port));
    var server = new RunningServer(child, port);
    try {
      server.awaitReady(peer);
      return server;
    } catch (IOException e) {
      child.close();
      throw child.failure("is not ready: " + e.getMessage());
    }
  }

  private void awaitReady(Peer peer) throws IOException, InterruptedException {
    while (true) {
      try {
        peer.client(port).check();
        return;
      } catch (java.net.ConnectException e) {
        if (child.age().compareTo(LIMIT) > 0 || !child.handle().isAlive()) {
          throw e;
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  int port() {
    return port;
  }

  double cpuSeconds() {
    return child.cpuSeconds();
  }

  double megabytes() throws IOException {
    return child.megabytes();
  }

  @Override
  public void close() {
    child.close();
  }
}
