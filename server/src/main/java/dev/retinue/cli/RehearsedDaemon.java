package dev.retinue.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;

/// Something to talk to while commands are rehearsed: it knows one run, which has ended. A real
/// daemon would bring its own classes into the cache of the commands, and every start would be
/// slower.
final class RehearsedDaemon implements AutoCloseable {
  static final String RUN = "agent-" + "a".repeat(26);
  private static final int LONGEST_HEAD = 16_384;
  private static final String SHOWN =
      "{\"id\":\"%s\",\"state\":\"completed\",\"agent\":\"a\",\"started_at\":\"2026-01-01T00:00:00Z\",\"cost_usd\":0.1}"
          .formatted(RUN);
  private static final String EVENT =
      "{\"seq\":1,\"at\":\"2026-01-01T00:00:00Z\",\"type\":\"completed\",\"summary\":\"\"}";

  private final Path folder;
  private final ServerSocket server;

  private RehearsedDaemon(Path folder, ServerSocket server) {
    this.folder = folder;
    this.server = server;
  }

  static RehearsedDaemon open() throws IOException {
    var folder = Files.createTempDirectory("retinue-rehearsal");
    var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Files.writeString(
        folder.resolve("daemon.json"),
        "{\"pid\":%d,\"started_at\":\"%s\",\"version\":\"%s\",\"host\":\"127.0.0.1\",\"port\":%d}"
            .formatted(
                ProcessHandle.current().pid(),
                Instant.now(),
                Version.number(),
                server.getLocalPort()));
    Files.writeString(folder.resolve("token"), "rtn_" + "a".repeat(43));
    var daemon = new RehearsedDaemon(folder, server);
    Thread.ofVirtual().name("rehearsed").start(daemon::serve);
    return daemon;
  }

  Path folder() {
    return folder;
  }

  private void serve() {
    while (!server.isClosed()) {
      try (var socket = server.accept()) {
        answer(socket);
      } catch (IOException _) {
        // Somebody only knocked, or it is over.
      }
    }
  }

  private static void answer(Socket socket) throws IOException {
    var head = head(socket.getInputStream());
    boolean stream = head.contains("text/event-stream");
    var body =
        stream
            ? "data: " + EVENT + "\n\n"
            : head.startsWith("GET /api/agents?")
                ? "{\"agents\":[" + SHOWN + "],\"next\":null}"
                : head.contains("/events?") ? "{\"events\":[" + EVENT + "]}" : SHOWN;
    var answer =
        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(stream ? "text/event-stream" : "application/json", body.length(), body);
    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    for (int next = in.read(); next >= 0 && head.length() < LONGEST_HEAD; next = in.read()) {
      head.append((char) next);
      if (next == '\n' && head.indexOf("\r\n\r\n") >= 0) {
        break;
      }
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    server.close();
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
