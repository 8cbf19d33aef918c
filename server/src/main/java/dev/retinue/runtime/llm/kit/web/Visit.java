package dev.retinue.runtime.llm.kit.web;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// One question to a web server over a connection of its own, to an address that was looked at
/// before: the clients of the JDK look a name up again themselves.
final class Visit implements AutoCloseable {
  private final Gate.Target target;
  private final Socket socket;
  private final long deadline;

  private Visit(Gate.Target target, Socket socket, long deadline) {
    this.target = target;
    this.socket = socket;
    this.deadline = deadline;
  }

  /// @param deadline in the nanoseconds of the system
  static Visit open(Gate.Target target, SSLSocketFactory tls, long deadline) throws IOException {
    IOException trouble = null;
    for (var address : target.addresses()) {
      try {
        return open(target, address, tls, deadline);
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (IOException e) {
        trouble = e; // Perhaps at the next one.
      }
    }
    throw trouble == null ? new IOException("there is no address") : trouble;
  }

  private static Visit open(
      Gate.Target target, InetAddress address, SSLSocketFactory tls, long deadline)
      throws IOException {
    var plain = new Socket(Proxy.NO_PROXY); // A proxy would look the name up again.
    try {
      plain.connect(new InetSocketAddress(address, target.port()), left(deadline));
      plain.setSoTimeout(left(deadline));
      if (!target.secure()) {
        return new Visit(target, plain, deadline);
      }
      var socket = (SSLSocket) tls.createSocket(plain, target.host(), target.port(), true);
      var parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return new Visit(target, socket, deadline);
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  private static int left(long deadline) throws SocketTimeoutException {
    long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
    if (left <= 0) {
      throw new SocketTimeoutException("the time is over");
    }
    return (int) Math.min(left, Integer.MAX_VALUE);
  }

  /// Asks for the page, and reads the answer.
  Answer ask(String accept) throws IOException {
    var request =
        "GET %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: Retinue\r\nAccept: %s\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n"
            .formatted(path(target.uri()), host(target.uri()), accept);
    var out = socket.getOutputStream();
    out.write(request.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return Answer.read(new BufferedInputStream(new Timely(socket.getInputStream())));
  }

  private static String path(URI uri) {
    var ascii = URI.create(uri.toASCIIString());
    var path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }

  private static String host(URI uri) {
    return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /// Waits until the deadline, however slowly the bytes drip.
  private final class Timely extends InputStream {
    private final InputStream in;

    private Timely(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      socket.setSoTimeout(left(deadline));
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      socket.setSoTimeout(left(deadline));
      return in.read(bytes, from, count);
    }
  }
}
