package dev.retinue.cli.front;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.transport.LineReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// A connection to the daemon, on which the client's lines go there and its answers come back.
final class Link implements AutoCloseable {
  /// Results of many runs may be longer than any message that is taken in.
  private static final int LONGEST = 64 * 1024 * 1024;

  private static final Duration TO_GREET = Duration.ofSeconds(10);

  private final SocketChannel channel;
  private final LineReader in;
  private final OutputStream out;
  private final Hello.Reply reply;

  private Link(SocketChannel channel, Hello hello) throws IOException {
    this.channel = channel;
    this.in = new LineReader(Channels.newInputStream(channel), LONGEST);
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
    this.reply = greet(hello);
  }

  static Link open(Path socket, Hello hello) throws IOException {
    var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    try {
      return new Link(channel, hello);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private Hello.Reply greet(Hello hello) throws IOException {
    // Who does not answer is left: the channel closes under the wait.
    var patience =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(TO_GREET);
                    channel.close();
                  } catch (InterruptedException | IOException e) {
                    // It was answered.
                  }
                });
    try {
      send(hello.line());
      var answer = in.next().flatMap(Hello.Reply::read);
      if (answer.isEmpty()) {
        throw new IOException("it does not answer as a daemon of Retinue does");
      }
      var refusal = answer.get().refusal();
      if (refusal != null) {
        throw new RetinueException(ErrorCode.UNAUTHORIZED, refusal);
      }
      return answer.get();
    } finally {
      patience.interrupt();
    }
  }

  /// Who is at the other end.
  Hello.Reply reply() {
    return reply;
  }

  /// Sends a line. If it cannot be sent, whoever reads will notice that there is nobody.
  synchronized void send(byte[] line) throws IOException {
    out.write(line);
    out.write('\n');
    out.flush();
  }

  /// Passes on every line that comes, until there are no more.
  void read(Consumer<byte[]> sink) {
    try {
      for (var line = in.next(); line.isPresent(); line = in.next()) {
        sink.accept(line.get());
      }
    } catch (IOException e) {
      // There is nobody any more, just as if it had been closed.
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
