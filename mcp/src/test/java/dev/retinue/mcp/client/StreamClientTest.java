package dev.retinue.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.testing.Pipe;
import dev.retinue.mcp.transport.LineReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Servers on a pair of streams that are older, ruder or more broken than ours.
class StreamClientTest {
  private static final ClientOptions OPTIONS =
      ClientOptions.named("test", "1").within(Duration.ofSeconds(20));
  private static final String WELCOME =
      """
      "result":{"protocolVersion":"2025-11-25","capabilities":{},\
      "serverInfo":{"name":"old","version":"1"}}""";

  private final Pipe there = new Pipe();
  private final Pipe back = new Pipe();
  private final List<String> methods = new ArrayList<>();

  /// What a server says to a request, as the rest of a message; nothing if it is to be silent.
  private interface Script {
    String answer(JsonNode request);
  }

  private void play(Script script) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (back.out) {
                var lines = new LineReader(there.in);
                for (var line = lines.next(); line.isPresent(); line = lines.next()) {
                  answer(Codec.parse(line.get()), script);
                }
              } catch (IOException | UncheckedIOException e) {
                // The end of the script, or of the client.
              }
            });
  }

  private void answer(JsonNode request, Script script) throws IOException {
    synchronized (methods) {
      methods.add(request.path("method").asString());
    }
    var answer = request.has("id") ? script.answer(request) : "";
    if (!answer.isEmpty()) {
      var message = "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\n".formatted(request.get("id"), answer);
      back.out.write(message.getBytes(StandardCharsets.UTF_8));
    }
  }

  private McpClient connect(ClientOptions options) {
    return McpClient.over(back.in, there.out, options);
  }

  @AfterEach
  void close() throws IOException {
    there.out.close();
    back.out.close();
  }

  private static String oldServer(JsonNode request) {
    return switch (request.path("method").asString()) {
      case "initialize" -> WELCOME;
      case "tools/list" -> "\"result\":{\"tools\":[{\"name\":\"bare\",\"inputSchema\":{}}]}";
      case "prompts/list" ->
          "\"result\":{\"prompts\":[{\"name\":\"bare\",\"arguments\":[{\"name\":\"a\"}]}]}";
      case "tools/call" -> "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}";
      default -> "\"error\":{\"code\":-32601,\"message\":\"unknown\"}";
    };
  }

  @Test
  void a_server_that_does_not_know_the_newest_revision_is_spoken_with_in_an_older_one() {
    play(StreamClientTest::oldServer);
    try (var client = connect(OPTIONS)) {
      assertThat(client.server().version()).isEqualTo("2025-11-25");
      client.listTools();
      synchronized (methods) {
        assertThat(methods)
            .containsExactly(
                "server/discover", "initialize", "notifications/initialized", "tools/list");
      }
    }
  }

  @Test
  void a_server_that_says_nothing_to_what_it_does_not_know_is_old() {
    play(
        request ->
            request.path("method").asString().equals("server/discover") ? "" : oldServer(request));
    try (var client = connect(OPTIONS.within(Duration.ofSeconds(1)))) {
      assertThat(client.server().version()).isEqualTo("2025-11-25");
    }
  }

  @Test
  void our_own_server_is_spoken_with_in_the_newest_revision() {
    try (var host = new Host.Streams(new Offers());
        var client = host.connect(OPTIONS.in(new Mode.Auto()))) {
      assertThat(client.server().version()).isEqualTo("2026-07-28");
    }
  }

  @Test
  void what_the_protocol_lets_a_server_leave_out_may_be_missing() {
    play(StreamClientTest::oldServer);
    try (var client = connect(OPTIONS)) {
      assertThat(client.listTools().getFirst().description()).isEmpty();
      assertThat(client.listPrompts().getFirst().arguments().getFirst().required()).isFalse();
      assertThat(client.callTool("bare", Json.object()).isError()).isFalse();
    }
  }

  @Test
  void lines_that_are_no_messages_are_passed_over() throws IOException {
    back.out.write("Listening…\n{\"half\":\n".getBytes(StandardCharsets.UTF_8));
    play(StreamClientTest::oldServer);
    try (var client = connect(OPTIONS)) {
      assertThat(client.listTools()).hasSize(1);
    }
  }

  @Test
  void a_server_that_ends_is_noticed_by_those_who_wait() {
    play(
        request -> {
          if (request.path("method").asString().equals("tools/call")) {
            throw new UncheckedIOException(new IOException("the script ends here"));
          }
          return oldServer(request);
        });
    try (var client = connect(OPTIONS)) {
      var failure =
          catchThrowableOfType(
              McpClientException.class, () -> client.callTool("bare", Json.object()));

      assertThat(failure.reason()).isEqualTo(Reason.BROKEN);
      assertThat(failure).hasMessage("The server has closed the connection");
    }
  }

  @Test
  void a_server_that_takes_nothing_costs_a_caller_no_more_than_its_time() {
    var failure =
        catchThrowableOfType(
            McpClientException.class,
            () ->
                connect(OPTIONS.in(new Mode.Legacy("2025-11-25")).within(Duration.ofMillis(200))));

    assertThat(failure.reason()).isEqualTo(Reason.TIMED_OUT);
  }

  @Test
  void an_answer_that_does_not_fit_the_protocol_is_refused() {
    play(
        request ->
            request.path("method").asString().equals("tools/call")
                ? "\"result\":{\"content\":[{\"type\":\"smell\"}]}"
                : oldServer(request));
    try (var client = connect(OPTIONS)) {
      var failure =
          catchThrowableOfType(
              McpClientException.class, () -> client.callTool("bare", Json.object()));

      assertThat(failure.reason()).isEqualTo(Reason.BROKEN);
      assertThat(failure).hasMessageContaining("ToolResult");
    }
  }

  @Test
  void an_answer_that_is_too_long_fails_its_call_at_once_and_leaves_the_others_alone() {
    play(
        request ->
            request.path("method").asString().equals("tools/call")
                ? "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}"
                    .formatted("x".repeat(Json.LONGEST))
                : oldServer(request));
    try (var client = connect(OPTIONS.within(Duration.ofMinutes(10)))) {
      var failure =
          catchThrowableOfType(
              McpClientException.class, () -> client.callTool("bare", Json.object()));

      assertThat(failure.reason()).isEqualTo(Reason.TOO_LONG);
      assertThat(failure).hasMessage("The answer has more than 4194304 bytes");
      assertThat(client.listTools()).hasSize(1);
    }
  }

  @Test
  void an_answer_that_is_too_long_is_known_by_its_id_even_if_that_comes_last() {
    for (var end : List.of("\"id\":%d}", "\"id\":%d,\"jsonrpc\":\"2.0\"}")) {
      var passedOver = "{\"result\":{\"text\":\"xx…xx\",\"id\":7}," + end.formatted(12);

      assertThat(StreamTransport.idOf(passedOver)).hasValue(12);
    }
    assertThat(StreamTransport.idOf("{\"id\":3,\"result\":{\"x\":\"…\",\"id\":5}}")).hasValue(3);
    assertThat(StreamTransport.idOf("{\"id\":3,\"method\":\"ask\",\"params\":\"…\"}")).isEmpty();
    assertThat(StreamTransport.idOf("{\"method\":\"x\",\"params\":{\"…\":{\"id\":5}}}")).isEmpty();
  }

  @Test
  void a_server_that_never_stops_asking_is_given_up() {
    play(
        request ->
            request.path("method").asString().equals("server/discover")
                ? "\"result\":{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}"
                : "\"result\":{\"resultType\":\"input_required\",\"requestState\":\"x\"}");
    try (var client = connect(OPTIONS)) {
      var failure =
          catchThrowableOfType(
              McpClientException.class, () -> client.callTool("bare", Json.object()));

      assertThat(failure).hasMessageContaining("after 10 rounds of tools/call");
    }
  }

  @Test
  void a_list_that_never_ends_is_given_up() {
    play(
        request ->
            request.path("method").asString().equals("tools/list")
                ? "\"result\":{\"tools\":[],\"nextCursor\":\"more\"}"
                : oldServer(request));
    try (var client = connect(OPTIONS)) {
      var failure = catchThrowableOfType(McpClientException.class, client::listTools);

      assertThat(failure).hasMessageContaining("more than 1000 pages");
    }
  }
}
