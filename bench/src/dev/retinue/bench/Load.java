package dev.retinue.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Calls a server over a few connections that stay open, each with one call at a time, from one
/// thread that does as little as it can: the cores belong to the server.
final class Load implements AutoCloseable {
  private static final int MOST = 2_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /// What came of it: latencies are sorted.
  record Result(double seconds, long[] latencies) {
    double rate() {
      return latencies.length / seconds;
    }

    double millis(double share) {
      return latencies[(int) (share * (latencies.length - 1))] / 1e6;
    }
  }

  private static final class Lane {
    private final SocketChannel channel;
    private final ByteBuffer request;
    private final Reply reply = new Reply();
    private final ByteBuffer answer = ByteBuffer.wrap(reply.bytes);
    private long sent;

    private Lane(SocketChannel channel, byte[] request) {
      this.channel = channel;
      this.request = ByteBuffer.allocateDirect(request.length).put(request);
    }

    private void send() throws IOException {
      reply.clear();
      answer.clear();
      request.flip();
      sent = System.nanoTime();
      while (request.hasRemaining()) {
        channel.write(request);
      }
    }

    /// Whether the answer has come.
    private boolean receive() throws IOException {
      if (channel.read(answer) < 0) {
        throw new IOException("the server closed the connection after: " + reply);
      }
      reply.length = answer.position();
      if (!reply.isComplete()) {
        return false;
      }
      if (!reply.isOk() || !reply.contains(Client.PROOF)) {
        throw new IOException("this is no answer of the tool: " + reply);
      }
      return true;
    }
  }

  private final Selector selector = Selector.open();
  private final long[] latencies = new long[MOST];
  private int calls;

  /// Every request has a connection of its own.
  Load(int port, List<byte[]> requests) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    for (var request : requests) {
      var channel = SocketChannel.open(address);
      channel.configureBlocking(false);
      channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
      channel.register(selector, SelectionKey.OP_READ, new Lane(channel, request));
    }
  }

  Result run(Duration duration) throws IOException {
    calls = 0;
    long begun = System.nanoTime();
    for (var key : selector.keys()) {
      ((Lane) key.attachment()).send();
    }
    int waiting = selector.keys().size();
    while (waiting > 0) {
      if (selector.select(PATIENCE.toMillis()) == 0) {
        throw new IOException("no answer within " + PATIENCE.toSeconds() + " s");
      }
      for (var key : selector.selectedKeys()) {
        var lane = (Lane) key.attachment();
        if (lane.receive()) {
          long now = System.nanoTime();
          latencies[calls++] = now - lane.sent;
          if (now - begun < duration.toNanos() && calls < MOST - waiting) {
            lane.send();
          } else {
            waiting--;
          }
        }
      }
      selector.selectedKeys().clear();
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    var sorted = Arrays.copyOf(latencies, calls);
    Arrays.sort(sorted);
    return new Result(seconds, sorted);
  }

  @Override
  public void close() throws IOException {
    for (var key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
