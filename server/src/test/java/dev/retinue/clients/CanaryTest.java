package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets that the packaged daemon has or is sent, looked for wherever they must not be.
@EndToEnd
final class CanaryTest {
  private static final String PROVIDER_KEY = "sk-ant-api03-canaryCanaryCanary0123456789";
  private static final String OTHER_KEY = "canary-of-no-known-form-4711";
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @TempDir private Path folder;
  private final List<String> bodies = new ArrayList<>();

  @Test
  void no_secret_is_where_it_must_not_be() throws Exception {
    var data = folder.resolve("data");
    var daemon =
        Program.of(ServedRetinue.LAUNCHER, "serve", "--port", "0", "--data", data)
            .with("JAVA_HOME", Repository.JDK)
            .with("HOME", folder)
            .with("ANTHROPIC_API_KEY", PROVIDER_KEY)
            .with("OPENAI_API_KEY", OTHER_KEY)
            .with("RETINUE_TOKEN", OTHER_KEY)
            .start();
    try {
      var line = daemon.awaitOutput(Pattern.compile("serves MCP at http://127.0.0.1:(\\d+)/"));
      daemon.awaitOutput(Pattern.compile("VS Code:.*stdio"));
      var token = Files.readString(data.resolve("token")).strip();
      failInAllSortsOfWays(Integer.parseInt(line.group(1)), token);
      assertThat(bodies).hasSizeGreaterThan(15).anyMatch(it -> it.contains("rtn_***"));

      var seen = new ArrayList<>(bodies);
      seen.add(Files.readString(daemon.out()));
      seen.add(Files.readString(Path.of("/proc/%d/cmdline".formatted(daemon.process().pid()))));
      daemon.process().destroy();
      assertThat(daemon.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
      seen.add(Files.readString(daemon.err()));
      seen.addAll(files(data));

      for (var secret : List.of(token, token.substring(4), PROVIDER_KEY, OTHER_KEY)) {
        assertThat(
                seen.stream()
                    .filter(text -> text.contains(secret))
                    .map(text -> around(text, secret)))
            .isEmpty();
      }
    } finally {
      daemon.kill();
    }
  }

  /// Without `agent_status`, whose answer has to repeat every id that it was asked for.
  private void failInAllSortsOfWays(int port, String token) throws IOException {
    var bearer = "Authorization: Bearer " + token + "\r\n";
    for (var secret : List.of(token, PROVIDER_KEY)) {
      get(port, "/api/agents/%s".formatted(secret), bearer);
      get(port, "/api/agents/%s/payload".formatted(secret), bearer);
      get(port, "/api/agents?status=%s".formatted(secret), bearer);
      get(port, "/nothing/%s?token=%s".formatted(secret, secret), bearer);
      get(port, "/mcp?access_token=" + secret, "");
      get(port, "/mcp", "Authorization: Bearer x" + secret + "\r\n");
      get(port, "/mcp", "Authorization: Basic " + secret + "\r\n");
      get(port, "/mcp", bearer + "Mcp-Session-Id: " + secret + "\r\n");
      get(port, "/%2e%2e/" + secret, bearer);
      get(port, "/mcp", bearer + "Origin: https://" + secret + "\r\n");
      get(port, "/mcp", bearer + "X-Long: " + secret.repeat(1_000) + "\r\n");
      post(port, bearer, "{\"%s\": ".formatted(secret));
      call(port, bearer, "agent_start", "\"contract\":\"x\",\"agent\":\"%s\"".formatted(secret));
      call(port, bearer, "agent_stop", "\"agent_id\":\"%s\"".formatted(secret));
      call(
          port,
          bearer,
          "agent_start",
          "\"contract\":\"x\",\"working_directory\":\"/%s\"".formatted(secret));
    }
  }

  private void call(int port, String headers, String tool, String arguments) throws IOException {
    post(
        port,
        headers
            + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: "
            + tool
            + "\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{%s},%s}}"
            .formatted(tool, arguments, META));
  }

  private void post(int port, String headers, String body) throws IOException {
    exchange(
        port,
        "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\n"
            + "Accept: application/json, text/event-stream\r\nContent-Length: %d\r\n"
                .formatted(body.length())
            + headers,
        body);
  }

  private void get(int port, String path, String headers) throws IOException {
    exchange(port, "GET %s HTTP/1.1\r\n%s".formatted(path, headers), "");
  }

  private void exchange(int port, String head, String body) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      var request = head + "Host: localhost\r\nConnection: close\r\n\r\n" + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      bodies.add(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
    }
  }

  /// All of them but the one that is there for the token.
  private static List<String> files(Path data) throws IOException {
    try (var files = Files.walk(data)) {
      var texts = new ArrayList<String>();
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (!file.equals(data.resolve("token")) && !file.startsWith(data.resolve("native"))) {
          texts.add(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
      assertThat(texts).hasSizeGreaterThan(2);
      return texts;
    }
  }

  /// Enough to find where it comes from.
  private static String around(String text, String secret) {
    int at = text.indexOf(secret);
    return text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 60));
  }
}
