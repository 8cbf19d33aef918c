package dev.retinue.cli;

import dev.retinue.mcp.Caller;
import dev.retinue.web.WebServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Walks the usual path of an entry point in silence, so that `retinue warm` can record it.
public final class Rehearsal {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  /// What clients of both eras say first.
  private static final List<String> HANDSHAKES =
      List.of(
          request(1, "server/discover", META),
          request(2, "tools/list", META),
          request(3, "tools/call", "\"name\":\"retinue_status\",\"arguments\":{}," + META),
          request(
              4,
              "initialize",
              "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                  + "\"clientInfo\":{\"name\":\"rehearsal\",\"version\":\"1\"}"),
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
          request(5, "tools/list", ""));

  private Rehearsal() {}

  public static int of(EntryPoint entryPoint) {
    return switch (entryPoint) {
      case FRONT ->
          new Mcp(Terminal.silent(text(String.join("\n", HANDSHAKES) + "\n"))).run(List.of());
      case COMMAND ->
          new Version(nobody()).run()
              + new Commands(nobody()).run(List.of("--help"))
              + new Commands(nobody()).run(List.of("warm", "--help"));
      case DAEMON -> new Commands(nobody()).run(List.of("serve", "--help")) + serveOnce();
    };
  }

  private static int serveOnce() {
    var body = HANDSHAKES.getFirst();
    try (var server =
            WebServer.start("127.0.0.1", 0, Assembly.endpoint(), Caller.named("rehearsal"));
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      var request =
          "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
              + "Mcp-Method: server/discover\r\nConnection: close\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getInputStream().readAllBytes();
      return ExitCode.OK;
    } catch (IOException e) {
      return ExitCode.FAILED;
    }
  }

  private static Terminal nobody() {
    return Terminal.silent(InputStream.nullInputStream());
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(id, method, params);
  }
}
