package dev.retinue.cli;

import static dev.retinue.testing.MockIssuer.AUDIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retinue.config.Given;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.MockIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The token with which somebody comes goes no further: not to models, not to servers of tools, not
/// to programs, and not to the disk.
@EndToEnd
final class PassedOnTest {
  @TempDir private Path folder;
  private MockIssuer issuer;
  private HttpServer others;
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private ServedDaemon daemon;

  private static String staff(String url) {
    return """
      providers:
        house: {api: openai-chat, base-url: "%s/v1", key: sk-of-the-house}
      mcp-servers:
        tracker: {url: "%s/mcp"}
      staff:
        thinker: {description: Thinks., runtime: llm, model: house/large, tools: [tracker]}
        teller: {description: Tells., runtime: program, program: {command: /usr/bin/env}}
      """
        .formatted(url, url);
  }

  @BeforeEach
  void open() throws IOException {
    issuer = MockIssuer.start();
    others = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    others.createContext("/", this::hear);
    others.start();
    var url = "http://127.0.0.1:" + others.getAddress().getPort();
    var file = Files.writeString(folder.resolve("retinue.yaml"), staff(url));
    var options =
        List.of(
            new Given("server.port", "--port", "0"),
            new Given("server.oauth.issuer", "test", issuer.url()),
            new Given("server.oauth.audience", "test", AUDIENCE));
    var configuration = ConfigOption.read(file, options, Map.of("HOME", "/nowhere"));
    daemon =
        ServedDaemon.of(
            Assembly.household(configuration, folder.resolve("data")),
            "server.oauth.issuer",
            issuer.url(),
            "server.oauth.audience",
            AUDIENCE);
  }

  private void hear(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      heard.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().entrySet() + body);
      exchange.sendResponseHeaders(400, -1);
    }
  }

  @AfterEach
  void close() {
    daemon.close();
    others.stop(0);
    issuer.close();
  }

  @Test
  void no_model_no_server_no_program_and_no_file_sees_the_token() throws Exception {
    var token = issuer.token();
    for (var agent : List.of("thinker", "teller")) {
      var body = Json.object().put("agent", agent).put("contract", "Say it.");
      var answer = daemon.post("/api/agents", body.toString(), token);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      var run = await(RunId.of(Json.WIRE.readTree(answer.body()).path("id").asString()));
      assertThat(run.toString()).doesNotContain(token).doesNotContain(signature(token));
      assertThat(agent.equals("teller") && !run.toString().contains("RETINUE_RUN=")).isFalse();
    }
    assertThat(heard).anyMatch(it -> it.startsWith("/v1/") && it.contains("sk-of-the-house"));
    assertThat(heard).anyMatch(it -> it.startsWith("/mcp"));
    assertThat(heard).noneMatch(it -> it.contains(token) || it.contains(signature(token)));
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(text.contains(signature(token))).as(file.toString()).isFalse();
      }
    }
  }

  private Run await(RunId id) throws InterruptedException {
    return daemon
        .household()
        .staff()
        .await(Caller.owner(), id, it -> it.ended() && !it.ending(), Duration.ofSeconds(60));
  }

  private static String signature(String token) {
    return token.substring(token.lastIndexOf('.') + 1);
  }
}
