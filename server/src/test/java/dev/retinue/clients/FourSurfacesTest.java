package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One conversation, begun with an MCP client and gone on with over REST, at the chat socket and at
/// a terminal, also after the daemon was killed in the middle of a turn.
@EndToEnd
final class FourSurfacesTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir private Path folder;
  @TempDir private Path home;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private final HttpClient http = HttpClient.newHttpClient();
  private Path config;
  private ServedRetinue server;

  @BeforeEach
  void serve() throws IOException {
    Files.createDirectory(folder.resolve("data"));
    config =
        Files.writeString(
            folder.resolve("retinue.yaml"),
            """
            server: {port: 0}
            providers:
              house: {api: openai-chat, base-url: %s/v1, key: secret}
            staff:
              friend: {description: Remembers., runtime: llm, model: house/large, instructions: Be kind.}
            """
                .formatted(llm.url()));
    server = start();
  }

  private ServedRetinue start() {
    return ServedRetinue.start(folder.resolve("data"), "--no-auth", "--config", config.toString());
  }

  @AfterEach
  void end() {
    server.close();
    http.close();
    llm.close();
  }

  private static String say(String words, String answer) {
    return words + " " + ScriptedLlm.script(Turn.text(answer));
  }

  @Test
  void one_session_is_the_same_on_every_surface() throws Exception {
    var session = begin();
    assertThat(send(session, say("By MCP.", "One."))).isEqualTo("One.");
    assertThat(rest(session, say("By REST.", "Two."))).contains("Two.");
    assertThat(socket(session, say("By a socket.", "Three."))).isEqualTo("Three.");
    assertThat(terminal(session, say("At a terminal.", "Four."))).isEqualTo("Four.\n");
    assertThat(send(session, say("By MCP again.", "Five."))).isEqualTo("Five.");

    var last = llm.exchanges().getLast().body().path("messages");
    assertThat(last)
        .extracting(it -> words(it.path("content").asString("")))
        .endsWith(
            "By MCP.",
            "One.",
            "By REST.",
            "Two.",
            "By a socket.",
            "Three.",
            "At a terminal.",
            "Four.",
            "By MCP again.");
  }

  @Test
  void a_kill_in_the_middle_of_a_turn_loses_and_repeats_nothing() throws Exception {
    var session = begin();
    assertThat(send(session, say("My name is Ada.", "Hello Ada."))).isEqualTo("Hello Ada.");
    var slow = "Take your time. " + ScriptedLlm.script(Turn.text("Here it is.").hanging().times(1));
    var request = JSON.createObjectNode().put("message", slow).toString();
    assertThat(post("application/json", session, request)).contains("run");
    llm.await("Take your time.");

    server.close(); // As a power cut would.
    server = start();

    assertThat(send(session, say("Who am I?", "Ada."))).isEqualTo("Ada.");
    var last = llm.exchanges().getLast().body().path("messages");
    assertThat(last)
        .extracting(it -> words(it.path("content").asString("")))
        .endsWith("My name is Ada.", "Hello Ada.", "Take your time.", "Here it is.", "Who am I?");
  }

  private static String words(String text) {
    return text.replaceAll("(?s) ?<llm-script>.*?</llm-script>", "");
  }

  private String begin() {
    try (var client = client()) {
      client.initialize();
      return String.valueOf(
          call(client, "create_session", Map.of("agent", "friend")).get("session_id"));
    }
  }

  private String send(String session, String message) {
    try (var client = client()) {
      client.initialize();
      var answer =
          call(
              client,
              "send_message",
              Map.of("session_id", session, "message", message, "queue", true));
      return String.valueOf(answer.get("response"));
    }
  }

  private McpSyncClient client() {
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(server.url().replace("/mcp", ""))
                .endpoint("/mcp")
                .build())
        .requestTimeout(Duration.ofSeconds(60))
        .build();
  }

  private static Map<?, ?> call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    var answer =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    assertThat(answer.isError()).as(answer.toString()).isNotEqualTo(true);
    return (Map<?, ?>) Objects.requireNonNull(answer.structuredContent());
  }

  /// As a stream, which ends with the turn.
  private String rest(String session, String message) throws Exception {
    var request = JSON.createObjectNode().put("message", message).toString();
    return post("text/event-stream", session, request);
  }

  private String post(String accept, String session, String body) throws Exception {
    var path = "/api/sessions/%s/messages".formatted(session);
    var request =
        HttpRequest.newBuilder(URI.create(server.url().replace("/mcp", path)))
            .header("Content-Type", "application/json")
            .header("Accept", accept)
            .timeout(Duration.ofSeconds(60))
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  private String socket(String session, String message) throws Exception {
    var heard = new LinkedBlockingQueue<JsonNode>();
    var address = server.url().replace("http:", "ws:").replace("/mcp", "/ws/" + session);
    var socket = http.newWebSocketBuilder().buildAsync(URI.create(address), new Ear(heard)).join();
    try {
      await(heard, "system");
      socket
          .sendText(
              JSON.createObjectNode().put("type", "message").put("content", message).toString(),
              true)
          .join();
      await(heard, "loading");
      var answer = await(heard, "message").path("content").asString();
      await(heard, "loading_done");
      return answer;
    } finally {
      socket.abort();
    }
  }

  private static JsonNode await(BlockingQueue<JsonNode> heard, String type) throws Exception {
    while (true) {
      var next = Objects.requireNonNull(heard.poll(60, TimeUnit.SECONDS), type);
      if (next.path("type").asString().equals(type)) {
        return next;
      }
    }
  }

  /// Hears whole messages.
  private static final class Ear implements WebSocket.Listener {
    private final BlockingQueue<JsonNode> heard;
    private final StringBuilder text = new StringBuilder();

    private Ear(BlockingQueue<JsonNode> heard) {
      this.heard = heard;
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        heard.add(JSON.readTree(text.toString()));
        text.setLength(0);
      }
      return WebSocket.Listener.super.onText(socket, data, last);
    }
  }

  private String terminal(String session, String message) {
    var ended =
        Program.of(Repository.DISTRIBUTION.resolve("retinue"), "chat", "--session", session)
            .with("JAVA_HOME", Repository.JDK)
            .with("HOME", home)
            .with("RETINUE_DATA", folder.resolve("data"))
            .within(Duration.ofMinutes(2))
            .hearing(message + "\n")
            .run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    return ended.out();
  }
}
