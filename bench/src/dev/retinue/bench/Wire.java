package dev.retinue.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// A blocking connection to a server on this machine.
final class Wire implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Socket socket;
  private final Reply reply = new Reply();

  Wire(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) LIMIT.toMillis());
    socket.setTcpNoDelay(true);
  }

  /// Sends a request and waits for the whole reply.
  Reply ask(byte[] request) throws IOException {
    send(request);
    return await(reply::isComplete);
  }

  /// Sends a request and waits for the headers of the reply only.
  void tell(byte[] request) throws IOException {
    send(request);
    await(() -> reply.body() > 0);
  }

  /// Sends a request and waits for nothing.
  void send(byte[] request) throws IOException {
    reply.clear();
    socket.getOutputStream().write(request);
  }

  /// That there is an open stream. Some servers send not even headers before the first event.
  void checkStream() throws IOException {
    socket.setSoTimeout(1);
    try {
      await(() -> reply.body() > 0);
    } catch (SocketTimeoutException e) {
      return;
    }
    if (!reply.isOk() || !reply.header("Content-Type").orElse("").contains("event-stream")) {
      throw new IOException("this is no stream: " + reply);
    }
  }

  private Reply await(BooleanSupplier isEnough) throws IOException {
    var in = socket.getInputStream();
    while (!isEnough.getAsBoolean()) {
      int read = in.read(reply.bytes, reply.length, reply.bytes.length - reply.length);
      if (read < 0) {
        throw new IOException("the server closed the connection after: " + reply);
      }
      reply.length += read;
    }
    return reply;
  }

  static byte[] post(int port, Dialect dialect, String headers, String body) {
    var content = body.getBytes(UTF_8);
    var head =
        "Content-Type: application/json\r\nContent-Length: %d\r\n%s"
            .formatted(content.length, headers);
    return concat(request("POST", port, dialect, head).getBytes(UTF_8), content);
  }

  static byte[] get(int port, Dialect dialect, String headers) {
    return request("GET", port, dialect, headers).getBytes(UTF_8);
  }

  private static String request(String method, int port, Dialect dialect, String headers) {
    return """
        %s /mcp HTTP/1.1
        Host: 127.0.0.1:%d
        Accept: application/json, text/event-stream
        MCP-Protocol-Version: %s
        """
            .formatted(method, port, dialect.version())
            .replace("\n", "\r\n")
        + headers
        + "\r\n";
  }

  private static byte[] concat(byte[] head, byte[] body) {
    var all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
