package dev.retinue.mcp.testing;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.StdioServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import tools.jackson.databind.JsonNode;

/// A client on a pair of streams with a server at the other end.
public final class StdioClient implements AutoCloseable {
  private final Pipe toServer = new Pipe();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(100_000);
  private final Thread server;

  public StdioClient(Eras eras) {
    var stdio = new StdioServer(eras, Caller.named("stdio"), toServer, new Lines());
    this.server =
        Thread.ofPlatform()
            .name("stdio server")
            .start(
                () -> {
                  try {
                    stdio.run();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
  }

  public StdioClient send(JsonNode message) {
    return send((message + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public StdioClient send(String line) {
    return send((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public StdioClient send(byte[] bytes) {
    toServer.chunks.add(bytes);
    return this;
  }

  /// The next line from the server, which must be one JSON value.
  public JsonNode next() {
    return Json.WIRE.readTree(Waiting.next(lines, "line of the server"));
  }

  /// Ends the input, and waits for the server to end.
  public void end() {
    toServer.chunks.add(Pipe.END);
    Waiting.end(server);
  }

  /// Whether everything that the server has written is read.
  public boolean hasNothingMore() {
    return lines.isEmpty();
  }

  @Override
  public void close() {
    end();
  }

  /// Bytes in the order in which they were sent.
  private static final class Pipe extends InputStream {
    private static final byte[] END = {};
    private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>(100_000);
    private byte[] chunk = {};
    private int position;

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (position == chunk.length) {
        try {
          chunk = chunks.take();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
        position = 0;
        if (chunk.length == 0) {
          chunks.add(END);
          return -1;
        }
      }
      int count = Math.min(length, chunk.length - position);
      System.arraycopy(chunk, position, buffer, offset, count);
      position += count;
      return count;
    }
  }

  /// Cuts what the server writes into lines.
  private final class Lines extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int character) {
      if (character == '\n') {
        lines.add(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(character);
      }
    }
  }
}
