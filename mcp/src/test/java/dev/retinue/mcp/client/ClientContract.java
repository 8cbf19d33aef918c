package dev.retinue.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.mcp.Change;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What a client does with every server, whatever the revision and the way to it.
abstract class ClientContract {
  static final Duration LONG = Duration.ofSeconds(20);

  final Offers offers = new Offers();
  final Host host;
  final Mode mode;
  private final BlockingQueue<Notice> notices = new ArrayBlockingQueue<>(100);
  private @Nullable McpClient client;

  ClientContract(Host.Kind kind, Mode mode) {
    this.host = kind.open(offers);
    this.mode = mode;
  }

  @AfterEach
  void close() {
    if (client != null) {
      client.close();
    }
    host.close();
  }

  ClientOptions options() {
    return ClientOptions.named("test", "1")
        .in(mode)
        .within(LONG)
        .hearing(notices::add)
        .able(ClientContract::answer, Capability.ELICITATION, Capability.TASKS);
  }

  private static ObjectNode answer(InputRequest question) {
    var message = ((InputRequest.Elicit) question).message();
    return InputHandler.accepted(Json.object().put("name", message));
  }

  McpClient connect(ClientOptions options) {
    client = host.connect(options);
    return client;
  }

  McpClient connect() {
    return connect(options());
  }

  static ObjectNode text(String text) {
    return Json.object().put("text", text);
  }

  static String textOf(ToolResult result) {
    return ((Content.Text) result.content().getFirst()).text();
  }

  private Notice notice() throws InterruptedException {
    var notice = notices.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    return java.util.Objects.requireNonNull(notice, "nothing was heard");
  }

  @Test
  void the_server_introduces_itself() {
    var server = connect().server();

    assertThat(server.version()).isEqualTo(version());
    assertThat(server.info()).extracting(info -> info.name()).isEqualTo("offers");
    assertThat(server.instructions()).isEqualTo("Try everything.");
    assertThat(server.can("tools")).isTrue();
  }

  private String version() {
    return switch (mode) {
      case Mode.Auto _, Mode.Modern _ -> ModernDialect.VERSION;
      case Mode.Legacy(var version) -> version;
    };
  }

  @Test
  void a_long_list_comes_whole() {
    for (int i = 0; i < 450; i++) {
      offers.server.add(Offers.tool("tool_%03d".formatted(i)));
    }

    assertThat(connect().listTools())
        .extracting(ToolInfo::name)
        .hasSize(459)
        .doesNotHaveDuplicates()
        .contains("echo", "tool_000", "tool_449");
  }

  @Test
  void a_tool_answers() {
    assertThat(textOf(connect().callTool("echo", text("grüß dich")))).isEqualTo("grüß dich");
  }

  @Test
  void progress_is_heard_in_order_before_the_result() {
    var heard = new ArrayList<Progress>();

    var result = connect().callTool("count", Json.object(), heard::add);

    assertThat(textOf(result)).isEqualTo("counted");
    assertThat(heard)
        .containsExactly(
            new Progress(1, 3.0, "step 1"),
            new Progress(2, 3.0, "step 2"),
            new Progress(3, 3.0, "step 3"));
  }

  @Test
  void a_tool_that_fails_has_a_result() {
    var result = connect().callTool("fail", Json.object());

    assertThat(result.isError()).isTrue();
    assertThat(textOf(result)).isEqualTo("This never works.");
  }

  @Test
  void a_tool_that_does_not_exist_is_an_error_of_the_protocol() {
    var client = connect();

    var error =
        catchThrowableOfType(RpcException.class, () -> client.callTool("nothing", Json.object()));

    assertThat(error.error().code()).isEqualTo(RpcError.INVALID_PARAMS);
    assertThat(error).hasMessageContaining("'nothing'");
  }

  @Test
  void a_method_that_does_not_exist_is_an_error_of_the_protocol() {
    var client = connect();

    var error =
        catchThrowableOfType(RpcException.class, () -> client.request("no/such", Json.object()));

    assertThat(error.error().code()).isEqualTo(RpcError.METHOD_NOT_FOUND);
  }

  @Test
  void what_the_server_asks_is_answered() {
    var client = connect();

    assertThat(textOf(client.callTool("ask", Json.object()))).isEqualTo("accept:Who are you?");
    assertThat(textOf(client.callTool("ask_twice", Json.object())))
        .isEqualTo("accept:First name? accept:Last name?");
  }

  @Test
  void whoever_declares_nothing_is_asked_nothing() {
    var client = connect(ClientOptions.named("test", "1").in(mode));

    assertThatThrownBy(
            () -> {
              var result = client.callTool("ask", Json.object());
              throw new IllegalStateException(textOf(result));
            })
        .hasMessageContaining("elicitation");
  }

  @Test
  void an_interrupted_call_is_cancelled_on_the_server() throws Exception {
    var client = connect();
    var failure = new CompletableFuture<Throwable>();
    var caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    client.callTool("block", Json.object());
                  } catch (McpClientException e) {
                    failure.complete(e);
                  }
                });
    assertThat(offers.begun.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

    caller.interrupt();

    assertThat(failure.get(LONG.toSeconds(), TimeUnit.SECONDS))
        .extracting(e -> ((McpClientException) e).reason())
        .isEqualTo(McpClientException.Reason.INTERRUPTED);
    assertThat(offers.interrupted.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(textOf(client.callTool("echo", text("still there")))).isEqualTo("still there");
  }

  @Test
  void a_call_that_takes_too_long_is_cancelled_on_the_server() throws Exception {
    var client = connect(options().within(Duration.ofSeconds(1)));

    var failure =
        catchThrowableOfType(
            McpClientException.class, () -> client.callTool("block", Json.object()));

    assertThat(failure.reason()).isEqualTo(McpClientException.Reason.TIMED_OUT);
    assertThat(offers.interrupted.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_change_of_the_tools_is_heard() throws Exception {
    try (var subscription = connect().listen(Wanted.LISTS)) {
      offers.server.add(Offers.tool("new"));

      assertThat(notice()).isEqualTo(new Notice.Changed(new Change.Tools()));
      assertThat(subscription.isOpen()).isTrue();
    }
  }

  @Test
  void a_change_of_a_watched_resource_is_heard_and_no_other() throws Exception {
    try (var _ = connect().listen(Wanted.resources("test://one"))) {
      offers.server.updated("test://two");
      offers.server.updated("test://one");

      assertThat(notice()).isEqualTo(new Notice.Changed(new Change.ResourceUpdated("test://one")));
    }
  }

  @Test
  void a_listener_may_use_the_client() throws Exception {
    var found = new ArrayBlockingQueue<Integer>(10);
    var mine = new CompletableFuture<McpClient>();
    var client = connect(options().hearing(_ -> found.add(mine.join().listTools().size())));
    mine.complete(client);
    try (var _ = client.listen(Wanted.LISTS)) {
      offers.server.add(Offers.tool("new"));

      assertThat(found.poll(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(10);
    }
  }

  @Test
  void the_log_is_heard_if_it_is_wanted() throws Exception {
    connect(options().logging(LogLevel.WARNING)).callTool("log", Json.object());

    assertThat(notice())
        .isInstanceOfSatisfying(
            Notice.Logged.class, logged -> assertThat(logged.logger()).isEqualTo("offers"));
  }

  @Test
  void resources_and_prompts_are_listed_and_read() {
    var client = connect();

    assertThat(client.listResources()).extracting(info -> info.uri()).containsExactly("test://one");
    assertThat(client.listTemplates())
        .extracting(info -> info.uriTemplate())
        .containsExactly("test://many/{id}");
    assertThat(client.readResource("test://many/seven"))
        .containsExactly(ResourceContents.text("test://many/seven", "text/plain", "seven"));
    assertThat(client.listPrompts()).extracting(info -> info.name()).containsExactly("greet");
    assertThat(client.prompt("greet", Map.of("name", "Ada")).messages())
        .containsExactly(PromptResult.user(Content.text("Hi Ada")));
    assertThat(client.completePrompt("greet", "name", "al").values()).containsExactly("alpha");
    assertThat(client.completeTemplate("test://many/{id}", "id", "b").values())
        .containsExactly("beta");
    client.ping();
  }

  @Test
  void a_call_as_a_task_answers_its_question_and_ends() {
    var task = connect().callToolAsTask("confirm", Json.object());

    assertThat(textOf(task.await(LONG))).isEqualTo("accept:Who are you?");
    assertThat(task.state().ended()).isTrue();
  }

  @Test
  void a_tool_that_lets_the_connection_go_answers_nevertheless() {
    assertThat(textOf(connect().callTool("release", Json.object()))).isEqualTo("released");
  }

  @Test
  void a_closed_client_says_so() {
    var client = connect();
    client.close();

    assertThatThrownBy(client::listTools)
        .isInstanceOf(McpClientException.class)
        .hasMessage("This client was closed");
  }

  @Test
  void many_calls_at_once_each_get_their_own_answer() throws Exception {
    var client = connect();
    var answers = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 50; i++) {
      var answer = new CompletableFuture<String>();
      var word = "word " + i;
      Thread.ofVirtual().start(() -> answer.complete(textOf(client.callTool("echo", text(word)))));
      answers.add(answer);
    }

    for (int i = 0; i < 50; i++) {
      assertThat(answers.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("word " + i);
    }
  }
}
