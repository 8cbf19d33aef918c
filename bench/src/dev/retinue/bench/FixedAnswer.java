package dev.retinue.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// A server that answers whatever it is sent with the same bytes, from one thread. It shows how
/// much the side that calls can do at all: no server is measured near that.
final class FixedAnswer {
  private static final String BODY =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"structuredContent\":{},"
          + "\"content\":[],\"filler\":\"%s\"}}".formatted("x".repeat(450));
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
          .formatted(BODY.length(), BODY)
          .getBytes(UTF_8);
  private static final byte[] REFUSAL =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".getBytes(UTF_8);

  private FixedAnswer() {}

  static Peer peer() {
    var source = Distribution.CLONE.resolve("bench/src/dev/retinue/bench/FixedAnswer.java");
    return new Peer(
        "nothing but a fixed answer",
        Dialect.MODERN,
        port -> Command.of(Distribution.java(), source.toString(), String.valueOf(port)),
        Command.of(Distribution.java()));
  }

  static void main(String[] args) throws IOException {
    var selector = Selector.open();
    var server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])));
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    var in = ByteBuffer.allocateDirect(64 * 1024);
    var answer = ByteBuffer.allocateDirect(ANSWER.length).put(ANSWER);
    while (true) {
      selector.select();
      for (var key : selector.selectedKeys()) {
        if (key.isAcceptable()) {
          var channel = server.accept();
          channel.configureBlocking(false);
          channel.register(selector, SelectionKey.OP_READ);
        } else {
          answer((SocketChannel) key.channel(), in.clear(), answer.duplicate());
        }
      }
      selector.selectedKeys().clear();
    }
  }

  /// Its requests are short, so that each comes in one piece.
  private static void answer(SocketChannel channel, ByteBuffer in, ByteBuffer answer)
      throws IOException {
    if (channel.read(in) < 0) {
      channel.close();
    } else if (UTF_8.decode(in.flip()).toString().contains("often")) {
      channel.write(ByteBuffer.wrap(REFUSAL));
    } else {
      channel.write(answer.flip());
    }
  }
}
