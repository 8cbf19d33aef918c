package dev.retinue.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What HTTP itself must be like before a message is looked at, and how refusals look in it.
final class HttpRulesTest {
  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "get", "post"})
  void a_method_that_does_not_exist_here_is_not_allowed(String method) {
    assertThat(client.send(method, Map.of(), new byte[0]).status()).isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void without_a_session_there_is_only_POST(String method) {
    var call = client.send(method, Map.of(), new byte[0]);
    assertThat(call.status()).isEqualTo(405);
    assertThat(call.sentHeader("Allow")).isEqualTo("POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "json",
        ""
      })
  void a_page_cannot_get_by_with_a_content_type_that_needs_no_preflight(String type) {
    var call = client.post(Rpc.initialize("1", "2025-11-25"), Map.of("Content-Type", type));
    assertThat(call.status()).isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json", "Application/JSON", "application/json; charset=utf-8"})
  void json_is_the_content_type(String type) {
    var call = client.post(Rpc.initialize("1", "2025-11-25"), Map.of("Content-Type", type));
    assertThat(call.status()).isEqualTo(200);
  }

  @Test
  void a_client_that_takes_no_streams_cannot_listen_but_is_answered() {
    var session = client.initialize("2025-11-25");
    var headers = Map.of("Mcp-Session-Id", session, "Accept", "application/json");
    assertThat(client.send("GET", headers, new byte[0]).status()).isEqualTo(406);
    var params = Rpc.call("echo", "{\"nonce\":\"n\"}").toString();
    var answer = client.post(Rpc.legacy("1", "tools/call", params), headers);
    assertThat(answer.json().at("/result/content/0/text").asString()).isEqualTo("n");
  }

  @Test
  void an_evil_origin_is_refused_with_a_good_host_and_the_other_way_round() {
    var ping = Rpc.modern("1", "server/discover", "{}");
    var headers = Rpc.headers(ping);
    headers.put("Origin", "http://evil.example");
    assertThat(client.post(ping, headers).status()).isEqualTo(403);
    headers.put("Origin", "");
    headers.put("Host", "evil.example");
    assertThat(client.post(ping, headers).status()).isEqualTo(403);
    headers.put("Host", "");
    assertThat(client.post(ping, headers).status()).isEqualTo(403);
    headers.put("Host", "localhost");
    assertThat(client.post(ping, headers).status()).isEqualTo(200);
  }

  static Stream<byte[]> unreadable() {
    return Stream.of(
        new byte[0],
        "{".getBytes(UTF_8),
        "[".repeat(100_000).getBytes(UTF_8),
        "{\"a\":1,\"a\":2}".getBytes(UTF_8),
        new byte[] {(byte) 0xff, (byte) 0xfe, '{', 0, '}', 0},
        new byte[] {'"', (byte) 0x80, '"'});
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void what_is_unreadable_is_a_bad_request_and_the_next_one_is_served(byte[] body) {
    var refused = client.post(body, Map.of());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/error/code").asInt()).isEqualTo(-32700);
    assertThat(client.modern(Rpc.modern("1", "server/discover", "{}")).status()).isEqualTo(200);
  }

  @Test
  void what_is_too_long_is_refused_as_that() {
    assertThat(client.post(new byte[Json.LONGEST + 1], Map.of()).status()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"id\":7,\"method\":\"ping\"}', 7",
    "'{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":1}', 7",
    "'{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}', ",
    "'{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}', ",
    "'[]', ",
    "'[{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}]', "
  })
  void what_is_no_message_is_refused_with_its_id_if_it_has_one(String body, @Nullable Integer id) {
    var refused = client.post(body.getBytes(UTF_8), Map.of());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(refused.json().get("id").isNull()).isEqualTo(id == null);
  }

  @Test
  void a_legacy_message_needs_its_session_and_a_known_revision() {
    var ping = Rpc.legacy("1", "ping", "{}");
    assertThat(client.post(ping, Map.of()).status()).isEqualTo(400);
    assertThat(client.legacy("unknown", ping).status()).isEqualTo(404);
    var session = client.initialize("2025-11-25");
    var headers = Map.of("Mcp-Session-Id", session, "MCP-Protocol-Version", "1999-01-01");
    assertThat(client.post(ping, headers).status()).isEqualTo(400);
    assertThat(client.legacy(session, ping).status()).isEqualTo(200);
    assertThat(client.send("DELETE", Map.of("Mcp-Session-Id", session), new byte[0]).status())
        .isEqualTo(200);
    assertThat(client.legacy(session, ping).status()).isEqualTo(404);
  }

  @Test
  void the_session_of_another_looks_like_one_that_never_was() {
    var session = client.initialize("2025-11-25");
    var other = new HttpClients(test.endpoint(), "somebody else");
    var ping = Rpc.legacy("1", "ping", "{}");
    assertThat(other.legacy(session, ping).body()).isEqualTo(other.legacy("unknown", ping).body());
    assertThat(other.legacy(session, ping).status()).isEqualTo(404);
    assertThat(other.listen(session).status()).isEqualTo(404);
  }
}
