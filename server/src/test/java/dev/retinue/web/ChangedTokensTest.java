package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.Grant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is open with a token, a session, a stream or a socket, allows no more than the token does
/// now, and ends with it.
final class ChangedTokensTest {
  private static final Duration QUIET = Duration.ofMillis(100);
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
  private static final String START =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"agent_start\",\"arguments\":{\"contract\":\"hang\"}}}";

  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void begin() {
    api = new TestApi(folder, QUIET);
  }

  @AfterEach
  void end() {
    api.close();
  }

  private Caller make(Scope scope) {
    return new Caller("ci", api.book().create("ci", scope).token(), scope, null);
  }

  private void change(Scope scope, String... toolsets) {
    var grant = new Grant(List.of(toolsets), List.of(), List.of(), null, null, null, null);
    api.book().change("ci", it -> new Terms(scope, grant, it.expiresAt()));
  }

  /// The session of a client of before.
  private String session(Caller caller) {
    return api.post(caller, "/mcp", INITIALIZE)
        .response()
        .headers()
        .firstValue("Mcp-Session-Id")
        .orElseThrow();
  }

  private TestApi.Answer post(Caller caller, String session, String body) {
    return api.send(
        caller,
        "POST",
        "/mcp",
        body,
        "Content-Type",
        "application/json",
        "Accept",
        "application/json, text/event-stream",
        "Mcp-Session-Id",
        session);
  }

  private RawClient stream(Caller caller, String path, String... lines) {
    var raw = api.raw();
    raw.head(
        "GET %s HTTP/1.1".formatted(path),
        "Host: localhost",
        "Accept: text/event-stream",
        "Connection: close",
        "Authorization: Bearer " + caller.name(),
        String.join("\r\n", lines));
    return raw;
  }

  private RawClient subscription(Caller caller) {
    var body =
        TestWeb.modern(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
    return api.raw()
        .post(
            "Host: localhost\r\nConnection: close\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\nAuthorization: Bearer %s\r\n"
                .formatted(caller.name()),
            body);
  }

  @Test
  void a_session_that_began_with_more_may_no_more_than_the_token_now() {
    var ci = make(Scope.RUN);
    var session = session(ci);

    change(Scope.READ);

    assertThat(post(ci, session, START).body()).contains("may only read");
    assertThat(api.get(ci, "/api/agents").json().path("agents")).isEmpty();
  }

  @Test
  void a_session_of_somebody_who_was_admin_shows_nothing_of_others() {
    var run = api.play(TestApi.ANNA, "hang");
    var ci = make(Scope.ADMIN);
    var session = session(ci);
    var look =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"agent_status\",\"arguments\":{\"agent_ids\":[\"%s\"]}}}"
            .formatted(run);
    assertThat(post(ci, session, look).body()).contains("started_at");

    change(Scope.RUN);

    assertThat(post(ci, session, look).body()).doesNotContain("started_at");
  }

  @Test
  void subscriptions_end_with_their_token() {
    var ci = make(Scope.RUN);
    try (var raw = subscription(ci)) {
      raw.until("acknowledged");

      api.book().revoke("ci");

      untilClosed(raw);
    }
  }

  @Test
  void subscriptions_end_when_their_token_expires() {
    var ci = make(Scope.RUN);
    api.book()
        .change(
            "ci",
            it ->
                new Terms(it.scope(), it.grant(), api.staff().clock().instant().plusSeconds(3600)));
    try (var raw = subscription(ci)) {
      raw.until("acknowledged");

      api.staff().clock().advance(Duration.ofHours(1));

      untilClosed(raw);
    }
  }

  @Test
  void what_a_client_of_before_listens_to_ends_with_its_token() {
    var ci = make(Scope.RUN);
    var session = session(ci);
    try (var raw = stream(ci, "/mcp", "Mcp-Session-Id: " + session)) {
      raw.until("data:");

      api.book().revoke("ci");

      untilClosed(raw);
    }
  }

  @Test
  void a_stream_of_everything_ends_when_its_token_may_no_more_see_it() {
    var ci = make(Scope.ADMIN);
    try (var raw = stream(ci, "/api/events")) {
      raw.until(":");

      change(Scope.RUN);

      untilClosed(raw);
    }
  }

  @Test
  void a_socket_commands_nothing_that_its_token_does_not_allow_now() {
    var ci = make(Scope.RUN);
    var run = api.play(ci, "hang");
    try (var socket = TestSocket.open(api.port(), "/ws/agent/" + run, ci.name())) {
      socket.until("init");

      change(Scope.READ);
      socket.say("{\"type\":\"stop\"}");

      untilClosed(socket);
    }
    assertThat(api.staff().run(run).ended()).isFalse();
  }

  @Test
  void a_socket_ends_when_its_toolset_is_not_allowed_any_more() {
    var ci = make(Scope.RUN);
    var run = api.play(ci, "hang");
    try (var socket = TestSocket.open(api.port(), "/ws/agent/" + run, ci.name())) {
      socket.until("init");

      change(Scope.RUN, "sessions");
      socket.say("{\"type\":\"stop\"}");

      untilClosed(socket);
    }
    assertThat(api.staff().run(run).ended()).isFalse();
  }

  @Test
  void a_stream_ends_when_its_toolset_is_not_allowed_any_more() {
    var ci = make(Scope.RUN);
    var opened = api.post(ci, "/api/sessions", "{\"agent\":\"sleeper\"}").json();
    var path = "/api/sessions/%s/messages".formatted(opened.path("id").asString());
    var body = "{\"message\":\"go\"}";
    try (var raw = api.raw()) {
      raw.head(
              "POST %s HTTP/1.1".formatted(path),
              "Host: localhost",
              "Authorization: Bearer " + ci.name(),
              "Content-Type: application/json",
              "Accept: text/event-stream",
              "Content-Length: " + body.length())
          .send(body)
          .until("working on it");

      change(Scope.RUN, "lifecycle");

      untilClosed(raw);
    }
  }

  /// Signs of life would be read for ever.
  private static void untilClosed(RawClient raw) {
    var closed = CompletableFuture.supplyAsync(raw::untilClosed);
    assertThat(closed).succeedsWithin(SOON);
  }

  private static void untilClosed(TestSocket socket) {
    var closed =
        CompletableFuture.supplyAsync(
            () -> Stream.generate(socket::next).anyMatch("closed 1008"::equals));
    assertThat(closed).succeedsWithin(SOON);
  }
}
