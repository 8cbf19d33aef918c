package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What arrives on the wire, well-behaved or not, and what goes back.
final class WireTest {
  private static final TestWeb WEB = new TestWeb(Duration.ofSeconds(15));
  private static final String DISCOVER = TestWeb.modern(1, "server/discover", "");
  private static final String HEADERS =
      "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: server/discover\r\n";

  @AfterAll
  static void end() {
    WEB.close();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, ",
    "LOCALHOST:80, ",
    "127.0.0.1, ",
    "[::1]:99, ",
    "localhost, http://localhost:3000"
  })
  void local_names_are_served(String host, @Nullable String origin) {
    try (var client = WEB.client()) {
      client.post(HEADERS + line("Host", host) + line("Origin", origin), DISCOVER);
      assertThat(client.status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, ",
    "localhost.evil, ",
    "localhost., ",
    "127.0.0.1.nip.io, ",
    "localhost, http://evil.example",
    "localhost, null",
    "localhost, http://localhost.evil",
    "localhost, http://127.0.0.1.nip.io"
  })
  void an_evil_host_alone_and_an_evil_origin_alone_are_refused(
      String host, @Nullable String origin) {
    try (var client = WEB.client()) {
      client.post(HEADERS + line("Host", host) + line("Origin", origin), DISCOVER);
      assertThat(client.status()).isEqualTo(403);
    }
  }

  @Test
  void who_comes_from_elsewhere_is_refused_before_anybody_asks_who_it_is() {
    var asked = new CopyOnWriteArrayList<String>();
    Gate nobody =
        authorization -> {
          asked.add(String.valueOf(authorization));
          return Optional.empty();
        };
    try (var web = new TestWeb(Duration.ofSeconds(15), nobody)) {
      try (var client = web.client()) {
        client.post(HEADERS + "Host: evil.example\r\nAuthorization: Bearer x\r\n", DISCOVER);
        assertThat(client.status()).isEqualTo(403);
        assertThat(asked).isEmpty();
      }
      try (var client = web.client()) {
        client.post(HEADERS + "Host: localhost\r\nAuthorization: Bearer x\r\n", DISCOVER);
        assertThat(client.status()).isEqualTo(401);
        assertThat(asked).containsExactly("Bearer x");
      }
    }
  }

  @Test
  void a_second_origin_does_not_hide_behind_the_first() {
    try (var client = WEB.client()) {
      client.post(
          HEADERS
              + "Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example\r\n",
          DISCOVER);
      assertThat(client.status()).isEqualTo(403);
    }
  }

  @Test
  void a_header_that_comes_twice_with_two_values_agrees_with_no_message() {
    try (var client = WEB.client()) {
      client.post(HEADERS + "Host: localhost\r\nMcp-Method: tools/list\r\n", DISCOVER);
      assertThat(client.body()).contains("-32020");
    }
  }

  @Test
  void what_a_client_accepts_may_stand_in_two_lines() {
    var call = TestWeb.modern(1, "subscriptions/listen", "\"notifications\":{}");
    try (var client = WEB.client()) {
      client
          .head(
              "POST /mcp HTTP/1.1",
              "Host: localhost",
              "Content-Type: application/json",
              "Accept: application/json",
              "Accept: text/event-stream",
              "MCP-Protocol-Version: 2026-07-28",
              "Mcp-Method: subscriptions/listen",
              "Content-Length: " + call.length())
          .send(call);
      client.until("acknowledged");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Host: localhost\r\nHost: evil.example\r\n"})
  void without_one_host_there_is_no_request(String lines) {
    try (var client = WEB.client()) {
      client.post(HEADERS + lines, DISCOVER);
      assertThat(client.status()).isEqualTo(400);
    }
  }

  @Test
  void an_old_client_that_names_no_host_is_refused() {
    try (var client = WEB.client()) {
      client.send(
          "POST /mcp HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(DISCOVER.length(), DISCOVER));
      assertThat(client.status()).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @CsvSource({"/mcp, 405", "/mcp/, 405", "/mcp?x=1, 405", "/, 404", "/mcpx, 404", "/mcp/x, 404"})
  void there_is_one_endpoint(String path, int status) {
    try (var client = WEB.client()) {
      client.send("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path));
      assertThat(client.status()).isEqualTo(status);
    }
  }

  @Test
  void a_long_body_is_refused_before_it_has_come_and_the_next_client_is_served() {
    try (var client = WEB.client()) {
      client
          .head(
              "POST /mcp HTTP/1.1",
              "Host: localhost",
              "Content-Type: application/json",
              "Content-Length: 1000000000")
          .send("{");
      assertThat(client.status()).isEqualTo(413);
    }
    assertServed();
  }

  @Test
  void a_long_body_of_unknown_length_is_refused_and_the_next_client_is_served() {
    try (var client = WEB.client()) {
      client.head(
          "POST /mcp HTTP/1.1",
          "Host: localhost",
          "Content-Type: application/json",
          "Transfer-Encoding: chunked");
      client.send("%x\r\n".formatted(4 * 1024 * 1024 + 1)).send(new byte[4 * 1024 * 1024 + 1]);
      assertThat(client.status()).isEqualTo(413);
    }
    assertServed();
  }

  @Test
  void a_client_that_breaks_off_in_the_middle_hurts_nobody() {
    try (var client = WEB.client()) {
      client
          .head(
              "POST /mcp HTTP/1.1",
              "Host: localhost",
              "Content-Type: application/json",
              "Content-Length: 100")
          .send("{\"jsonrpc\"");
    }
    assertServed();
  }

  @Test
  void a_connection_serves_the_next_request_after_a_refused_one() {
    try (var client = WEB.client()) {
      for (int i = 0; i < 3; i++) {
        client.post("Host: localhost\r\n" + HEADERS, "{\"a\":1,\"a\":2}");
        assertThat(client.body()).contains("-32700");
        client.post("Host: localhost\r\n" + HEADERS, DISCOVER);
        assertThat(client.body()).contains("supportedVersions");
      }
    }
  }

  private static void assertServed() {
    try (var client = WEB.client()) {
      client.modern("server/discover", "", DISCOVER);
      assertThat(client.status()).isEqualTo(200);
    }
  }

  private static String line(String name, @Nullable String value) {
    return value == null ? "" : name + ": " + value + "\r\n";
  }
}
