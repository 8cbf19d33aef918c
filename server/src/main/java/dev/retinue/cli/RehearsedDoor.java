package dev.retinue.cli;

import dev.retinue.cli.front.Hello;
import dev.retinue.mcp.transport.LineReader;
import dev.retinue.store.files.DataFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Where a front comes in while it is rehearsed: it lets everybody in, and has one answer to all.
final class RehearsedDoor implements AutoCloseable {
  private final ServerSocketChannel door;
  private final byte[] answer;

  private RehearsedDoor(ServerSocketChannel door, String answer) {
    this.door = door;
    this.answer = (answer + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static RehearsedDoor open(Path folder, String answer) throws IOException {
    var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(new DataFolder(folder.toRealPath()).door()));
    var door = new RehearsedDoor(channel, answer);
    Thread.ofVirtual().name("rehearsed-door").start(door::serve);
    return door;
  }

  private void serve() {
    while (door.isOpen()) {
      try (var channel = door.accept()) {
        var in = new LineReader(Channels.newInputStream(channel));
        serve(in, Channels.newOutputStream(channel));
      } catch (IOException _) {
        // The front has left, or it is over.
      }
    }
  }

  private void serve(LineReader in, OutputStream out) throws IOException {
    if (in.next().isEmpty()) {
      return;
    }
    out.write(new Hello.Reply(Version.number(), "", "", null).line());
    out.write('\n');
    while (in.next().isPresent()) {
      out.write(answer);
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
