package dev.retinue.llm.scripted;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/// One request over one connection, by hand: the server of the JDK does not tell when a client goes
/// away while it is not being written to. All servers that only pretend to be another are made of
/// it.
public final class HttpSocket {
  private static final int LONGEST_LINE = 64 * 1024;
  private static final int LONGEST_BODY = 64 * 1024 * 1024;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final CountDownLatch gone = new CountDownLatch(1);

  public HttpSocket(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = new BufferedOutputStream(socket.getOutputStream());
  }

  /// What a client asks for.
  ///
  /// @param target as the client wrote it
  /// @param headers by their names in small letters
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  public record Request(String method, String target, Map<String, String> headers, byte[] body) {
    /// Without what follows a question mark.
    public String path() {
      return target.replaceFirst("\\?.*", "");
    }
  }

  public Request read() throws IOException {
    var first = line().split(" ", -1);
    if (first.length < 3) {
      throw new IOException("this is no request");
    }
    var headers = new TreeMap<String, String>();
    for (var line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
      write("HTTP/1.1 100 Continue\r\n\r\n");
      out.flush();
    }
    var body = body(headers);
    Thread.ofVirtual().name("http-watch").start(this::watch);
    return new Request(first[0], first[1], headers, body);
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() > LONGEST_LINE) {
        throw new IOException("a line of the head has no end");
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    byte[] body;
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      var chunks = new ByteArrayOutputStream();
      for (int size = chunkSize(); size > 0; size = chunkSize()) {
        chunks.write(bytes(size));
        line();
      }
      line();
      body = chunks.toByteArray();
    } else {
      body = bytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }
    if (headers.getOrDefault("content-encoding", "").equals("gzip")) {
      return new GZIPInputStream(new java.io.ByteArrayInputStream(body)).readAllBytes();
    }
    return body;
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line().replaceFirst(";.*", ""), 16);
  }

  private byte[] bytes(int count) throws IOException {
    if (count > LONGEST_BODY) {
      throw new IOException("a body of %d bytes".formatted(count));
    }
    var bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new IOException("the client went away in the middle of its request");
    }
    return bytes;
  }

  /// There is one request only: when reading ends, the client has gone.
  private void watch() {
    try {
      while (in.read() >= 0) {
        // Whatever it is, it is not asked for.
      }
    } catch (IOException e) {
      // It has gone in another way.
    }
    gone.countDown();
  }

  public boolean isGone() {
    return gone.getCount() == 0;
  }

  /// Says whether the client has gone within this time.
  public boolean awaitGone(Duration patience) throws InterruptedException {
    return gone.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// The whole head. Without a length the body comes in chunks.
  public void head(int status, Map<String, String> headers) throws IOException {
    var text = new StringBuilder("HTTP/1.1 %d Scripted\r\nConnection: close\r\n".formatted(status));
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    write(text.append("\r\n").toString());
    out.flush();
  }

  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  public void chunk(String text) throws IOException {
    chunk(text.getBytes(StandardCharsets.UTF_8));
  }

  public void chunk(byte[] bytes) throws IOException {
    write(Integer.toHexString(bytes.length) + "\r\n");
    out.write(bytes);
    write("\r\n");
    out.flush();
  }

  public void lastChunk() throws IOException {
    write("0\r\n\r\n");
    out.flush();
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Lets the client see a connection that broke, and not one that ended.
  public void reset() {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It is closed already.
    }
    close();
  }

  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed, or there is nothing to close.
    }
  }
}
