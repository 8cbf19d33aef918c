package dev.retinue.cli;

import dev.retinue.cli.front.Snapshot;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.runtime.scripted.DemoStaff;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.store.files.DataPlace;
import dev.retinue.web.BearerGate;
import dev.retinue.web.WebServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
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
          request(
              4,
              "initialize",
              "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                  + "\"clientInfo\":{\"name\":\"rehearsal\",\"version\":\"1\"}"),
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
          request(5, "tools/list", ""));

  private static final String CALL =
      request(6, "tools/call", "\"name\":\"agent_start\",\"arguments\":{}," + META);
  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{\"content\":[]}}";

  private Rehearsal() {}

  public static int of(EntryPoint entryPoint) {
    return switch (entryPoint) {
      case FRONT -> inFolder(Rehearsal::front);
      case COMMAND ->
          new Version(nobody()).run()
              + new Commands(nobody()).run(List.of("--help"))
              + new Commands(nobody()).run(List.of("warm", "--help"))
              + talk();
      case DAEMON ->
          new Commands(nobody()).run(List.of("serve", "--help")) + inFolder(Rehearsal::serveOnce);
    };
  }

  /// What people ask a daemon most.
  private static int talk() {
    try (var daemon = RehearsedDaemon.open()) {
      var data = daemon.folder().toString();
      return new Commands(nobody()).run(List.of("ps", "-a", "--data", data))
          + new Commands(nobody()).run(List.of("logs", "--data", data, RehearsedDaemon.RUN))
          + new Commands(nobody()).run(List.of("logs", "-f", "--data", data, RehearsedDaemon.RUN));
    } catch (IOException e) {
      return ExitCode.FAILED;
    }
  }

  /// A whole daemon, in a folder of its own that is gone afterwards.
  private interface Scene {
    int play(Path folder) throws IOException;
  }

  private static int inFolder(Scene scene) {
    try {
      var folder = Files.createTempDirectory("retinue-rehearsal");
      try {
        return scene.play(folder);
      } finally {
        remove(folder);
      }
    } catch (IOException e) {
      return ExitCode.FAILED;
    }
  }

  /// Without a daemon, with what one has left behind, and with one that answers a call.
  private static int front(Path folder) throws IOException {
    DataPlace.of(System.getenv(), System.getProperty("os.name", ""));
    int withoutSnapshot = say(folder, HANDSHAKES);
    try (var daemon = RehearsedDaemon.open();
        var _ = RehearsedDoor.open(daemon.folder(), ANSWER)) {
      var offers = new McpServer(Implementation.of("rehearsal", "1"), "");
      Assembly.show(offers);
      Files.write(Snapshot.in(daemon.folder()), Snapshot.of(offers).bytes());
      return withoutSnapshot
          + say(daemon.folder(), HANDSHAKES)
          + say(daemon.folder(), List.of(HANDSHAKES.getFirst(), CALL));
    }
  }

  private static int say(Path folder, List<String> lines) {
    var client = Terminal.silent(text(String.join("\n", lines) + "\n"));
    return new Mcp(client).run(List.of("--data", folder.toString()));
  }

  private static int serveOnce(Path folder) throws IOException {
    var settings = Household.Settings.in(folder, () -> {});
    var runtimes = List.<AgentRuntime>of(new ScriptedRuntime(InstantSource.system()));
    try (var household = Household.open(settings, new DemoStaff(), runtimes, _ -> {});
        var server = serve(household)) {
      household.announce("127.0.0.1", server.port());
      var token = Files.readString(household.tokenFile()).strip();
      var discovered = post(server.port(), token, "server/discover", HANDSHAKES.getFirst());
      var started =
          post(
              server.port(),
              token,
              "tools/call",
              request(
                  2,
                  "tools/call",
                  "\"name\":\"agent_start\",\"arguments\":{\"contract\":\"rehearse\"}," + META));
      return discovered && started ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private static WebServer serve(Household household) {
    var serving = Assembly.Serving.usual(_ -> "");
    var served = Assembly.served(household, serving);
    return WebServer.start(
        "127.0.0.1", 0, served.endpoints(), new BearerGate(household.callers()), served.api());
  }

  private static boolean post(int port, String token, String method, String body)
      throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var name = method.equals("tools/call") ? "Mcp-Name: agent_start\r\n" : "";
      var request =
          "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
              + "Authorization: Bearer %s\r\nMcp-Method: %s\r\n%s".formatted(token, method, name)
              + "Connection: close\r\nContent-Length: %d\r\n\r\n".formatted(body.length())
              + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.startsWith("HTTP/1.1 200");
    }
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
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
