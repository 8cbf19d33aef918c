package dev.retinue.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// One request with exactly these bytes, and all of its answer, for tests.
public final class RawHttp {
  private static final int PATIENCE_MILLIS = 30_000;

  private RawHttp() {}

  public static String send(int port, String request) {
    var closing = request.replaceFirst("\r\n", "\r\nConnection: close\r\n");
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(closing.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
