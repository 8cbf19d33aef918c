package dev.retinue.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/// A client that writes its requests byte by byte as the test wants them, good manners or not.
final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  RawClient(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(60_000);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawClient send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawClient send(String text) {
    return send(text.getBytes(ISO_8859_1));
  }

  /// The head of a request, line by line.
  RawClient head(String... lines) {
    return send(String.join("\r\n", lines) + "\r\n\r\n");
  }

  /// A whole POST with these lines after the usual ones, which include none about the host.
  RawClient post(String lines, String body) {
    return send("POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
            + "Content-Length: %d\r\n".formatted(body.getBytes(UTF_8).length)
            + lines
            + "\r\n")
        .send(body.getBytes(UTF_8));
  }

  RawClient modern(String method, String name, String body) {
    return post(
        "Host: localhost\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: %s\r\n"
                .formatted(method)
            + (name.isEmpty() ? "" : "Mcp-Name: %s\r\n".formatted(name)),
        body);
  }

  /// Everything up to this text, which must come.
  String until(String text) {
    var read = new ByteArrayOutputStream();
    int matched = 0;
    try {
      while (true) {
        int next = in.read();
        if (next < 0) {
          throw new AssertionError("The stream ended before '" + text + "': " + end(read));
        }
        read.write(next);
        matched = next == text.charAt(matched) ? matched + 1 : next == text.charAt(0) ? 1 : 0;
        if (matched == text.length()) {
          return read.toString(UTF_8);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(end(read), e);
    }
  }

  /// A megabyte helps nobody.
  private static String end(ByteArrayOutputStream read) {
    var all = read.toString(UTF_8);
    return all.substring(Math.max(0, all.length() - 2000));
  }

  /// Says that nothing more will come.
  void shutdownOutput() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Everything until the other side closes.
  String untilClosed() {
    try {
      return new String(in.readAllBytes(), UTF_8);
    } catch (SocketException e) {
      // It may as well be reset.
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits this long for a byte; fails if the other side has closed.
  void awaitByte(Duration time) {
    try {
      socket.setSoTimeout((int) time.toMillis());
      if (in.read() < 0) {
        throw new EOFException("closed");
      }
    } catch (SocketTimeoutException e) {
      // Nothing came, and nothing was closed.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The status of the next response; its head is read, its body is not.
  int status() {
    return Integer.parseInt(until("\r\n\r\n").split(" ", 3)[1]);
  }

  /// The body of a response that has a length.
  String body() {
    var head = until("\r\n\r\n");
    var length = head.replaceAll("(?is).*content-length: (\\d+).*", "$1");
    try {
      return new String(in.readNBytes(Integer.parseInt(length)), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
