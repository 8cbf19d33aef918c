package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.web.console.ConsoleFiles;
import dev.retinue.web.http.Route;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every host with every origin at every route: what is foreign gets nowhere, whatever it wants.
final class GuardMatrixTest {
  private static final String NONE = "-";
  private static final String UPGRADE =
      String.join(
          "\r\n",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "");

  private static final List<String> GOOD_HOSTS =
      List.of(
          "localhost",
          "LOCALHOST",
          "localhost:1",
          "LocalHost:65535",
          "127.0.0.1",
          "127.0.0.1:8101",
          "[::1]",
          "[::1]:8101");

  private static final List<String> BAD_HOSTS =
      List.of(
          "evil.example",
          "evil.example:8101",
          "localhost.evil",
          "localhost.",
          "localhost.:8101",
          "127.0.0.1.nip.io",
          "127.0.0.1.",
          "127.0.0.2",
          "127.1",
          "2130706433",
          "0.0.0.0",
          "[::]",
          "[::ffff:127.0.0.1]",
          "xn--localhost");

  private static final List<String> GOOD_ORIGINS =
      List.of(
          NONE,
          "http://localhost",
          "http://localhost:3000",
          "https://127.0.0.1:8101",
          "http://[::1]:8101",
          "http://LOCALHOST");

  private static final List<String> BAD_ORIGINS =
      List.of(
          "null",
          "http://evil.example",
          "http://localhost.evil",
          "http://localhost.",
          "http://127.0.0.1.nip.io",
          "https://evil.example:8101",
          "file://",
          "chrome-extension://localhost",
          "localhost",
          "http://localhost@evil.example",
          "http://localhost, http://evil.example",
          "");

  /// All that needs no token. Whoever adds to it says why in docs/security.md.
  private static final List<String> OPEN =
      List.of(
          "GET " + TestApi.OPEN_TO_ALL,
          "GET /sign-in",
          "GET /.well-known/oauth-protected-resource",
          "GET /.well-known/oauth-protected-resource/mcp",
          "GET /.well-known/oauth-protected-resource/mcp/{toolset}",
          "GET /live",
          "GET /ready",
          "POST /sign-in",
          "GET /",
          "HEAD /",
          "GET /console/{digest}/{file}");

  @TempDir private static Path folder;
  private static TestApi api;
  private static String run;

  @BeforeAll
  static void open() {
    api = new TestApi(folder);
    run = api.play(ANNA, "hang").text();
  }

  @AfterAll
  static void close() {
    api.close();
  }

  /// A request to each route there is, and to some that there are not.
  private static List<String> requests() {
    var all = new ArrayList<String>();
    for (var route : api.web().routes()) {
      all.add(
          (route.method().equals(Route.EVERY_METHOD) ? "PUT" : route.method())
              + " "
              + filled(route.path().text()));
    }
    for (var path : List.of("/mcp", "/mcp/", "/mcp/lifecycle", "/mcp/none")) {
      for (var method : List.of("GET", "POST", "DELETE", "OPTIONS")) {
        all.add(method + " " + path);
      }
    }
    all.addAll(
        List.of(
            "GET /",
            "GET /nothing",
            "GET /api",
            "GET /api/",
            "HEAD /api/health",
            "OPTIONS /api/agents",
            "GET /ws/agent/" + run,
            "GET /ws/conversation"));
    return all;
  }

  private static String filled(String path) {
    return path.replace("{id}", run)
        .replace("{name}", "player")
        .replace("{toolset}", "lifecycle")
        .replace("{conversation_id}", "one")
        .replace("{digest}", new ConsoleFiles().digest())
        .replace("{file}", "app.js")
        .replace("{member}", "root");
  }

  @Test
  void a_foreign_host_or_origin_gets_nowhere() {
    for (var request : requests()) {
      for (var host : BAD_HOSTS) {
        assertThat(status(request, host, NONE, "anna")).as(request + host).isIn(400, 403);
      }
      for (var origin : BAD_ORIGINS) {
        assertThat(status(request, "localhost", origin, "anna"))
            .as(request + " from '" + origin + "'")
            .isEqualTo(403);
      }
      assertThat(status(request, NONE, NONE, "anna")).as(request).isEqualTo(400);
    }
  }

  @Test
  void a_foreign_host_is_refused_from_every_origin_and_a_foreign_origin_at_every_host() {
    for (var request :
        List.of("POST /mcp", "GET /api/health", "GET /ws/agent/" + run, "GET /ws/conversation")) {
      for (var host : BAD_HOSTS) {
        for (var origin : GOOD_ORIGINS) {
          assertThat(status(request, host, origin, "anna")).as(host + origin).isIn(400, 403);
        }
      }
      for (var host : GOOD_HOSTS) {
        for (var origin : BAD_ORIGINS) {
          assertThat(status(request, host, origin, "anna")).as(host + origin).isEqualTo(403);
        }
      }
    }
  }

  @Test
  void nobody_gets_anywhere_without_a_token_not_even_where_nothing_is() {
    var open = OPEN.stream().map(GuardMatrixTest::filled).toList();
    for (var request : requests()) {
      if (open.contains(request)) {
        continue;
      }
      assertThat(status(request, "localhost", NONE, NONE)).as(request).isEqualTo(401);
      assertThat(status(request, "localhost", NONE, "wrong")).as(request).isEqualTo(401);
    }
  }

  @Test
  void no_more_is_open_than_what_is_listed_here_and_that_is_to_those_with_a_wrong_token_too() {
    var open = new ArrayList<String>();
    for (var route : api.web().routes()) {
      if (route.open()) {
        open.add(route.method() + " " + route.path().text());
      }
    }
    assertThat(open).containsExactlyInAnyOrderElementsOf(OPEN);
    for (var request : OPEN) {
      for (var token : List.of(NONE, "wrong", "anna")) {
        assertThat(status(filled(request), "localhost", NONE, token)).as(request).isNotEqualTo(401);
      }
    }
  }

  @Test
  void what_is_open_for_one_method_is_not_for_another() {
    var path = TestApi.OPEN_TO_ALL;
    assertThat(status("POST " + path, "localhost", NONE, NONE)).isEqualTo(401);
    assertThat(status("DELETE " + path, "localhost", NONE, NONE)).isEqualTo(401);
    assertThat(status("POST " + path, "localhost", NONE, "anna")).isEqualTo(200);
    assertThat(status("DELETE " + path, "localhost", NONE, "anna")).isEqualTo(405);
  }

  @Test
  void what_is_local_is_served_by_every_name() {
    for (var host : GOOD_HOSTS) {
      for (var origin : GOOD_ORIGINS) {
        assertThat(status("GET /api/health", host, origin, "anna"))
            .as(host + origin)
            .isEqualTo(200);
        for (var socket : List.of("/ws/agent/" + run, "/ws/conversation")) {
          assertThat(status("GET " + socket, host, origin, "anna"))
              .as(host + origin)
              .isEqualTo(101);
        }
      }
    }
  }

  @Test
  void a_token_in_the_address_opens_nothing() {
    for (var query : List.of("?token=anna", "?access_token=anna", "?authorization=Bearer%20anna")) {
      assertThat(status("GET /api/health" + query, "localhost", NONE, NONE)).isEqualTo(401);
      assertThat(status("GET /ws/agent/" + run + query, "localhost", NONE, NONE)).isEqualTo(401);
    }
  }

  @Test
  void no_answer_lets_a_page_of_another_origin_read_it() {
    for (var request : requests()) {
      try (var client = api.raw()) {
        send(client, request, "localhost", "http://localhost:3000", "anna");
        var head = client.until("\r\n\r\n").toLowerCase(Locale.ROOT);
        assertThat(head).as(request).doesNotContain("access-control-");
        if (!head.startsWith("http/1.1 101")) {
          assertThat(head).as(request).contains("x-content-type-options: nosniff");
        }
      }
    }
  }

  private static int status(String request, String host, String origin, String token) {
    try (var client = api.raw()) {
      send(client, request, host, origin, token);
      return client.status();
    }
  }

  private static void send(
      RawClient client, String request, String host, String origin, String token) {
    client.send(
        request
            + " HTTP/1.1\r\n"
            + (host.equals(NONE) ? "" : "Host: " + host + "\r\n")
            + (origin.equals(NONE) ? "" : "Origin: " + origin + "\r\n")
            + (token.equals(NONE) ? "" : "Authorization: Bearer " + token + "\r\n")
            + (request.contains(" /ws/") ? UPGRADE : "")
            + (request.startsWith("POST") ? "Content-Length: 0\r\n" : "")
            + "\r\n");
  }
}
