package dev.retinue.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.JdkHttp.Seen;
import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What a client does over HTTP only: headers, sessions, and streams that break.
class HttpClientTest {
  private static final Mode MODERN = new Mode.Modern();
  private static final Mode LEGACY = new Mode.Legacy("2025-11-25");

  private final Offers offers = new Offers();
  private final JdkHttp http =
      new JdkHttp(new HttpEndpoint(offers.eras(), Hosts.LOCAL, Duration.ofMillis(200)));
  private final BlockingQueue<Notice> notices = new ArrayBlockingQueue<>(100);

  @AfterEach
  void close() {
    http.close();
  }

  private McpClient connect(Mode mode) {
    var options = ClientOptions.named("test", "1").in(mode).bearer("secret").hearing(notices::add);
    return McpClient.at(http.uri(), options);
  }

  private Seen last() {
    return http.seen().getLast();
  }

  private static ObjectNode text(String text) {
    return Json.object().put("text", text);
  }

  private ObjectNode marked(String header) {
    var schema = Offers.schema();
    Json.child(Json.child(schema, "properties"), "text").put("x-mcp-header", header);
    return schema;
  }

  private void add(String name, ObjectNode schema) {
    var info = new ToolInfo(name, null, name, schema, null, null, null);
    offers.server.add(
        ToolEntry.of(info, Tool.TaskSupport.NEVER, (_, _) -> ToolResult.text("called")));
  }

  @Test
  void headers_repeat_what_a_modern_request_says() {
    try (var client = connect(MODERN)) {
      client.callTool("echo", text("hi"));

      assertThat(last().header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
      assertThat(last().header("Mcp-Method")).isEqualTo("tools/call");
      assertThat(last().header("Mcp-Name")).isEqualTo("echo");
      assertThat(last().header("Mcp-Session-Id")).isNull();
    }
  }

  @Test
  void a_name_that_no_header_can_carry_travels_in_base64() {
    try (var client = connect(MODERN)) {
      assertThat(client.readResource("test://many/ü")).hasSize(1);

      assertThat(last().header("Mcp-Name")).isEqualTo("=?base64?dGVzdDovL21hbnkvw7w=?=");
    }
  }

  @Test
  void arguments_that_a_schema_marks_go_into_headers_even_of_tools_never_listed() {
    add("marked", marked("Word"));
    try (var client = connect(MODERN)) {
      var result = client.callTool("marked", text("Grüße "));

      assertThat(result.isError()).isFalse();
      assertThat(last().header("Mcp-Param-Word")).isEqualTo("=?base64?R3LDvMOfZSA=?=");
    }
  }

  @Test
  void a_tool_with_a_wrong_mark_is_not_listed() {
    add("wrong", marked("not a token"));
    try (var client = connect(MODERN)) {
      assertThat(client.listTools())
          .extracting(ToolInfo::name)
          .contains("echo")
          .doesNotContain("wrong");
    }
  }

  @Test
  void every_request_carries_the_token() {
    try (var client = connect(LEGACY)) {
      client.listen(Wanted.LISTS);
      client.listTools();
    }

    assertThat(http.seen())
        .hasSizeGreaterThan(4)
        .allSatisfy(seen -> assertThat(seen.header("Authorization")).isEqualTo("Bearer secret"));
  }

  @Test
  void a_legacy_session_is_named_in_every_request_and_ended_at_the_end() {
    try (var client = connect(LEGACY)) {
      client.listTools();
    }

    var ids = http.seen().stream().map(seen -> seen.header("Mcp-Session-Id")).toList();
    assertThat(ids.getFirst()).isNull();
    assertThat(ids.subList(1, ids.size())).doesNotContainNull().containsOnly(ids.getLast());
    assertThat(last().method()).isEqualTo("DELETE");
    assertThat(last().header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
  }

  @Test
  void a_client_comes_back_for_the_answer_of_a_call_that_let_it_go() {
    try (var client = connect(LEGACY)) {
      var result = client.callTool("release", Json.object());

      assertThat(ClientContract.textOf(result)).isEqualTo("released");
      assertThat(last().method()).isEqualTo("GET");
      assertThat(last().header("Last-Event-ID")).isNotNull();
    }
  }

  @Test
  void a_forgotten_session_is_begun_anew_with_all_that_was_watched() throws Exception {
    try (var client = connect(LEGACY);
        var subscription = client.listen(Wanted.resources("test://one"))) {
      var old = Objects.requireNonNull(last().header("Mcp-Session-Id"));
      endSession(old);

      assertThat(ClientContract.textOf(client.callTool("echo", text("again")))).isEqualTo("again");

      assertThat(last().header("Mcp-Session-Id")).isNotEqualTo(old);
      assertThat(subscription.isOpen()).isTrue();
      offers.server.updated("test://one");
      assertThat(notices.poll(20, TimeUnit.SECONDS)).isInstanceOf(Notice.Changed.class);
    }
  }

  private void endSession(String id) throws Exception {
    try (var other = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(http.uri()).header("Mcp-Session-Id", id).DELETE();
      var response = other.send(request.build(), HttpResponse.BodyHandlers.discarding());
      assertThat(response.statusCode()).isEqualTo(200);
    }
  }

  @Test
  void the_stream_of_an_older_revision_holds_messages_and_nothing_else() throws Exception {
    try (var client = connect(new Mode.Legacy("2025-06-18"));
        var other = HttpClient.newHttpClient()) {
      client.ping();
      var request =
          HttpRequest.newBuilder(http.uri())
              .header("Mcp-Session-Id", Objects.requireNonNull(last().header("Mcp-Session-Id")))
              .header("Accept", "text/event-stream");
      var response = other.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (var body = response.body()) {
        offers.server.add(Offers.tool("new"));

        var first = new EventReader(body).next().orElseThrow();
        assertThat(first.data()).contains("notifications/tools/list_changed");
      }
    }
  }

  @Test
  void a_subscription_that_the_server_ends_says_so() throws Exception {
    try (var client = connect(MODERN)) {
      var subscription = client.listen(Wanted.LISTS);

      http.close();

      assertThat(notices.poll(20, TimeUnit.SECONDS)).isEqualTo(new Notice.Ended(subscription));
      assertThat(subscription.isOpen()).isFalse();
    }
  }

  @Test
  void a_closed_subscription_leaves_no_connection_behind() throws Exception {
    try (var client = connect(MODERN)) {
      client.listen(Wanted.LISTS).close();

      assertThat(http.awaitIdle(Duration.ofSeconds(20))).isTrue();
    }
  }

  @Test
  void an_interrupted_thread_can_close_its_client_and_its_session() {
    var client = connect(LEGACY);
    Thread.currentThread().interrupt();

    client.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(http.awaitSeen("DELETE", Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void a_server_that_is_not_there_is_named() {
    http.close();

    var failure = catchThrowableOfType(McpClientException.class, () -> connect(new Mode.Auto()));

    assertThat(failure.reason()).isEqualTo(Reason.UNREACHABLE);
    assertThat(failure)
        .hasMessageStartingWith("The server at " + http.uri() + " cannot be reached");
  }

  @Test
  void a_server_that_refuses_the_newest_revision_is_spoken_with_in_an_older_one() {
    var endpoint = new HttpEndpoint(offers.eras(), Hosts.LOCAL, Duration.ofMillis(200));
    try (var old = JdkHttp.before2026(endpoint);
        var client = McpClient.at(old.uri(), ClientOptions.named("test", "1"))) {
      assertThat(client.server().version()).isEqualTo("2025-11-25");
      assertThat(client.listTools()).isNotEmpty();
    }
  }

  @Test
  void an_address_that_is_none_is_refused_at_once() {
    assertThatThrownBy(
            () -> McpClient.at(URI.create("ftp://nowhere/"), ClientOptions.named("test", "1")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_refusal_without_words_names_the_status_and_the_remedy() {
    try (var locked = JdkHttp.answering(401, "text/plain", "go away")) {
      var uri = locked.uri();

      var failure =
          catchThrowableOfType(
              McpClientException.class, () -> McpClient.at(uri, ClientOptions.named("test", "1")));

      assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
      assertThat(failure)
          .hasMessage(
              "The server at %s refused the request with HTTP 401; check the token".formatted(uri));
    }
  }

  @Test
  void an_answer_that_never_ends_is_not_read_to_its_end() {
    try (var endless = JdkHttp.answering(200, "application/json", " ".repeat(Json.LONGEST + 1))) {
      URI uri = endless.uri();

      var failure =
          catchThrowableOfType(
              McpClientException.class,
              () -> McpClient.at(uri, ClientOptions.named("test", "1").in(MODERN)));

      assertThat(failure).hasMessageContaining("longer than");
      assertThat(failure.reason()).isEqualTo(Reason.BROKEN);
    }
  }
}
