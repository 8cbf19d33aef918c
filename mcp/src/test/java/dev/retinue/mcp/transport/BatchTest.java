package dev.retinue.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.testing.HttpCall;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Several messages in one, which one revision alone knows.
final class BatchTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}";

  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");

  @Test
  void all_are_answered_together() {
    var session = client.initialize("2025-03-26");
    var notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    var batch = "[%s,%s,%s]".formatted(PING.formatted(1), notification, PING.formatted(2));
    var answers = post(session, batch).json();
    assertThat(answers).hasSize(2);
    assertThat(answers.at("/0/id").asInt()).isEqualTo(1);
    assertThat(answers.at("/1/id").asInt()).isEqualTo(2);
    assertThat(post(session, "[%s]".formatted(notification)).status()).isEqualTo(202);
  }

  @Test
  void what_is_no_message_is_refused_alone() {
    var session = client.initialize("2025-03-26");
    var batch =
        "[%s,5,{\"id\":7,\"method\":\"ping\"},%s]".formatted(PING.formatted(1), PING.formatted(2));
    var answers = post(session, batch).json();
    assertThat(answers).hasSize(4);
    assertThat(answers.at("/0/result").isObject()).isTrue();
    assertThat(answers.at("/1/error/code").asInt()).isEqualTo(-32600);
    assertThat(answers.at("/2/id").asInt()).isEqualTo(7);
    assertThat(answers.at("/3/result").isObject()).isTrue();
  }

  @Test
  void a_handshake_is_never_one_of_several() {
    var session = client.initialize("2025-03-26");
    var answers = post(session, "[%s]".formatted(Rpc.initialize("1", "2025-03-26"))).json();
    assertThat(answers.at("/0/error/code").asInt()).isEqualTo(-32600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-06-18", "2025-11-25"})
  void no_other_revision_takes_them(String version) {
    var session = client.initialize(version);
    assertThat(post(session, "[%s]".formatted(PING.formatted(1))).status()).isEqualTo(400);
  }

  @Test
  void an_empty_one_a_long_one_and_one_of_nobody_are_refused() {
    var session = client.initialize("2025-03-26");
    assertThat(post(session, "[]").status()).isEqualTo(400);
    var many = String.join(",", Collections.nCopies(101, PING.formatted(1)));
    assertThat(post(session, "[" + many + "]").status()).isEqualTo(400);
    assertThat(client.post("[%s]".formatted(PING.formatted(1)).getBytes(UTF_8), Map.of()).status())
        .isEqualTo(400);
  }

  private HttpCall post(String session, String batch) {
    return client.post(batch.getBytes(UTF_8), Map.of("Mcp-Session-Id", session));
  }
}
