package dev.retinue.mcp.transport;

import static dev.retinue.mcp.testing.TestServer.tool;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.StdioClient;
import dev.retinue.mcp.testing.TestServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Both eras on one pair of streams, and what a hostile client does to them.
final class StdioTest {
  private final TestServer test = new TestServer();

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void every_legacy_revision_is_served(String version) {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", version));
      assertThat(client.next().at("/result/protocolVersion").asString()).isEqualTo(version);
      client.send(Rpc.legacy("1", "tools/call", Rpc.call("echo", "{\"nonce\":\"n\"}").toString()));
      assertThat(client.next().at("/result/content/0/text").asString()).isEqualTo("n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-07-28", "1999-01-01", ""})
  void a_handshake_for_an_unknown_revision_gets_the_newest_legacy_one(String version) {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", version));
      assertThat(client.next().at("/result/protocolVersion").asString()).isEqualTo("2025-11-25");
    }
  }

  @Test
  void a_modern_client_needs_no_handshake_and_nothing_is_remembered_of_it() {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.modern("1", "server/discover", "{}"));
      assertThat(client.next().at("/result/supportedVersions/0").asString())
          .isEqualTo("2026-07-28");
      client.send(Rpc.legacy("2", "tools/list", "{}"));
      assertThat(client.next().has("error")).isTrue();
      client.send(Rpc.legacy("3", "server/discover", "{}"));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(RpcError.INVALID_PARAMS);
    }
  }

  @Test
  void both_eras_interleave_on_one_stream() {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", "2025-11-25"));
      client.next();
      client.send(Rpc.modern("1", "tools/list", "{}"));
      assertThat(client.next().at("/result/resultType").asString()).isEqualTo("complete");
      client.send(Rpc.legacy("2", "tools/list", "{}"));
      assertThat(client.next().get("result").has("resultType")).isFalse();
      client.send(Rpc.modern("3", "ping", "{}"));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(RpcError.METHOD_NOT_FOUND);
      client.send(Rpc.legacy("4", "ping", "{}"));
      assertThat(client.next().get("result")).isEqualTo(Json.object());
      client.send(Rpc.modern("5", "initialize", "{}"));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(RpcError.METHOD_NOT_FOUND);
    }
  }

  @Test
  void a_legacy_tool_asks_on_the_same_stream() {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", "2025-11-25"));
      client.next();
      client.send(Rpc.legacy("1", "tools/call", Rpc.call("ask", "{}").toString()));
      var question = client.next();
      assertThat(question.get("method").asString()).isEqualTo("elicitation/create");
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{\"n\":1}}}"
              .formatted(question.get("id")));
      assertThat(client.next().at("/result/content/0/text").asString())
          .isEqualTo("Hello, {\"n\":1}");
    }
  }

  static Stream<byte[]> badLines() {
    return Stream.of(
        "nonsense\n".getBytes(UTF_8),
        "{\n".getBytes(UTF_8),
        "[]\n".getBytes(UTF_8),
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]\n".getBytes(UTF_8),
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}\n".getBytes(UTF_8),
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}\n".getBytes(UTF_8),
        "{\"id\":1,\"method\":\"ping\"}\n".getBytes(UTF_8),
        "{\"a\":1,\"a\":1}\n".getBytes(UTF_8),
        new byte[] {'"', (byte) 0xff, '"', '\n'},
        ("[".repeat(100_000) + "\n").getBytes(UTF_8),
        ("9".repeat(100_000) + "\n").getBytes(UTF_8),
        (" ".repeat(Json.LONGEST + 1) + "\n").getBytes(UTF_8),
        ("\"" + "a".repeat(3 * Json.LONGEST) + "\"\n").getBytes(UTF_8));
  }

  @ParameterizedTest
  @MethodSource("badLines")
  void a_bad_line_is_answered_and_the_next_one_is_served(byte[] line) {
    try (var client = new StdioClient(test.eras())) {
      client.send(line).send(Rpc.modern("2", "server/discover", "{}"));
      assertThat(client.next().at("/error/code").asInt()).isIn(-32700, -32600);
      assertThat(client.next().at("/result/resultType").asString()).isEqualTo("complete");
    }
  }

  @Test
  void a_refused_message_keeps_its_id_where_it_has_one() {
    try (var client = new StdioClient(test.eras())) {
      client.send("{\"id\":7,\"method\":\"ping\"}");
      assertThat(client.next().get("id").asInt()).isEqualTo(7);
    }
  }

  @Test
  void lines_may_end_in_the_way_of_Windows_and_may_be_empty_and_come_in_pieces() {
    try (var client = new StdioClient(test.eras())) {
      var message = Rpc.modern("\"ü\"", "server/discover", "{}") + "\r\n\r\n\n";
      for (byte one : message.getBytes(UTF_8)) {
        client.send(new byte[] {one});
      }
      assertThat(client.next().get("id").asString()).isEqualTo("ü");
      client.end();
      assertThat(client.hasNothingMore()).isTrue();
    }
  }

  @Test
  void half_a_character_in_an_answer_harms_nobody() {
    test.server().add(tool("half", (_, _) -> ToolResult.text("\ud800")));
    try (var client = new StdioClient(test.eras())) {
      client.send("{\"jsonrpc\":\"2.0\",\"id\":\"\\udc00\",\"method\":\"initialize\"}");
      assertThat(client.next().get("id").asString()).isEqualTo("\udc00");
      client.send(Rpc.modern("1", "tools/call", Rpc.call("half", "{}").toString()));
      assertThat(client.next().at("/result/content/0/text").asString()).isEqualTo("\ud800");
    }
  }

  @Test
  void whatever_a_handler_throws_its_request_is_answered() {
    test.server()
        .add(
            tool(
                "overflow",
                (_, _) -> {
                  throw new StackOverflowError();
                }))
        .add(
            tool(
                "unprovoked",
                (_, _) -> {
                  throw new InterruptedException();
                }))
        .add(
            tool(
                "defect",
                (_, _) -> {
                  throw new IllegalStateException("secret");
                }));
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", "2025-11-25"));
      client.next();
      for (var name : new String[] {"overflow", "unprovoked", "defect"}) {
        client.send(Rpc.legacy("1", "tools/call", Rpc.call(name, "{}").toString()));
        var legacy = client.next();
        client.send(Rpc.modern("1", "tools/call", Rpc.call(name, "{}").toString()));
        var modern = client.next();
        for (var answer : new tools.jackson.databind.JsonNode[] {legacy, modern}) {
          assertThat(answer.has("error") || answer.at("/result/isError").asBoolean()).isTrue();
          assertThat(answer.toString()).doesNotContain("secret");
        }
      }
    }
  }
}
