package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.schema.Default;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// An agent as a server, in both eras of the protocol.
class McpModeTest {
  record Place(String city, @Default("3") int days) {}

  static List<Mode> eras() {
    return List.of(new Mode.Modern(), new Mode.Legacy("2025-11-25"), new Mode.Legacy("2024-11-05"));
  }

  private static ClientOptions options(Mode mode) {
    return ClientOptions.named("test", "1").in(mode);
  }

  private static JsonNode result(ToolResult answer) {
    return Objects.requireNonNull(answer.structuredContent()).path("result");
  }

  private static Agent agent(Work work) {
    return Agent.named("worker").describedAs("Works.").servesMcp().does(work);
  }

  @ParameterizedTest
  @MethodSource("eras")
  void the_primary_tool_and_the_others_are_offered_with_their_schemas(Mode mode) {
    var agent =
        agent(ctx -> ctx.input())
            .needsContext()
            .option(
                Option.integer("depth", "How deep").orElse("2"), Option.text("from", "").needed())
            .tool("weather", "Says how it will be.", Place.class, (place, ctx) -> place.city())
            .tool("now", "Says when it is.", ctx -> "now");
    try (var server = Served.of(agent, options(mode))) {
      var tools = server.client().listTools();
      assertThat(tools).extracting(tool -> tool.name()).containsExactly("now", "weather", "worker");
      var schema = tools.getLast().inputSchema();
      assertThat(schema.path("properties").path("context").path("type").asString())
          .isEqualTo("string");
      assertThat(schema.path("properties").path("depth").path("default").asInt()).isEqualTo(2);
      assertThat(schema.path("required").toString()).isEqualTo("[\"context\",\"from\"]");
      assertThat(result(server.call("weather", Map.of("city", "Ulm")))).hasToString("\"Ulm\"");
      assertThat(server.call("now", Map.of()).isError()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void a_result_has_its_metadata_and_warnings_and_an_error_makes_it_one(Mode mode) {
    var agent =
        agent(
            ctx -> {
              ctx.warn("careful");
              return Answer.of(Map.of("a", 1)).with("took", "long").error("not all of it");
            });
    try (var server = Served.of(agent, options(mode))) {
      var result = server.call("worker", Map.of());
      assertThat(result.isError()).isTrue();
      assertThat(result.structuredContent())
          .isEqualTo(
              Json.WIRE.readTree(
                  "{\"result\":{\"a\":1},\"metadata\":{\"took\":\"long\"},\"warnings\":[\"careful\"],\"error\":\"not all of it\"}"));
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void who_needs_something_to_work_on_does_not_begin_with_nothing(Mode mode) {
    var agent = agent(_ -> "begun").needsContext().tool("now", "Says when it is.", _ -> "now");
    try (var server = Served.of(agent, options(mode))) {
      var answer = server.call("worker", Map.of("context", " "));
      assertThat(answer.isError()).isTrue();
      assertThat(answer.content().toString()).contains("needs something to work on");
      assertThat(server.log()).singleElement().asString().contains("\"exitCode\":2");
      assertThat(server.call("now", Map.of()).isError()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void an_exception_is_an_answer_for_the_model(Mode mode) {
    var agent =
        agent(
            ctx -> {
              throw new IllegalStateException("no such branch");
            });
    try (var server = Served.of(agent, options(mode))) {
      var result = server.call("worker", Map.of());
      assertThat(result.isError()).isTrue();
      assertThat(result.json().toString()).contains("no such branch");
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void what_is_not_there_is_refused_as_the_protocol_says(Mode mode) {
    try (var server = Served.of(agent(ctx -> ""), options(mode))) {
      assertThatThrownBy(() -> server.call("other", Map.of()))
          .isInstanceOfSatisfying(
              RpcException.class, e -> assertThat(e.error().code()).isEqualTo(-32602));
      assertThatThrownBy(() -> server.client().listResources())
          .isInstanceOfSatisfying(
              RpcException.class, e -> assertThat(e.error().code()).isEqualTo(-32601));
      assertThatThrownBy(() -> server.client().listPrompts())
          .isInstanceOfSatisfying(
              RpcException.class, e -> assertThat(e.error().code()).isEqualTo(-32601));
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void a_deaf_handler_is_given_up_when_its_time_is_over_and_others_go_on(Mode mode) {
    var forever = new CountDownLatch(1);
    var agent =
        agent(
                ctx -> {
                  while (true) {
                    try {
                      forever.await();
                    } catch (InterruptedException e) {
                      // Deaf.
                    }
                  }
                })
            .tool("quick", "Is quick.", ctx -> "quick");
    try (var server = Served.of(agent, options(mode), "--timeout", "1")) {
      var result = server.call("worker", Map.of());
      assertThat(result.isError()).isTrue();
      assertThat(result.json().toString()).contains("Timeout after 1s");
      assertThat(server.call("quick", Map.of()).isError()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void a_hundred_calls_are_at_work_at_once(Mode mode) throws Exception {
    var all = new CountDownLatch(100);
    var agent =
        agent(
            ctx -> {
              all.countDown();
              all.await();
              return ctx.input();
            });
    try (var server = Served.of(agent, options(mode));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<String>> calls =
          IntStream.range(0, 100)
              .<Callable<String>>mapToObj(
                  i ->
                      () ->
                          result(server.call("worker", Map.of("context", "call " + i))).asString())
              .toList();
      var answers = new ArrayList<String>();
      for (var answer : threads.invokeAll(calls)) {
        answers.add(answer.get());
      }
      assertThat(answers)
          .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> "call " + i).toList());
      assertThat(server.log())
          .hasSize(100)
          .allMatch(line -> line.contains("\"mcpTool\":\"worker\""));
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void progress_reaches_who_waits(Mode mode) {
    var agent =
        agent(
            ctx -> {
              ctx.progress("first");
              ctx.progress(2, 3, "second");
              return "done";
            });
    try (var server = Served.of(agent, options(mode))) {
      var heard = new ArrayList<String>();
      server.client().callTool("worker", Json.object(), progress -> heard.add(progress.message()));
      assertThat(heard).containsExactly("first", "second");
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void a_question_goes_to_the_client_and_the_answer_comes_back(Mode mode) {
    var agent = agent(ctx -> ctx.confirm("Really?") ? "did it for " + ctx.ask("Whom?") : "no");
    var options =
        options(mode)
            .able(
                question -> {
                  boolean yesOrNo = question.params().toString().contains("boolean");
                  var content = Json.object();
                  return InputHandler.accepted(
                      yesOrNo ? content.put("answer", true) : content.put("answer", "Ada"));
                },
                Capability.ELICITATION);
    try (var server = Served.of(agent, options)) {
      var result = server.call("worker", Map.of());
      assertThat(result(result).asString()).isEqualTo("did it for Ada");
      assertThat(server.log()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void who_cannot_be_asked_is_told_so(Mode mode) {
    try (var server = Served.of(agent(ctx -> ctx.ask("Whom?")), options(mode))) {
      var result = server.call("worker", Map.of());
      assertThat(result.isError()).isTrue();
      assertThat(result.json().toString()).contains("cannot be asked");
    }
  }

  @Test
  void a_call_may_be_a_task_in_the_newest_protocol() throws Exception {
    var go = new CountDownLatch(1);
    var agent =
        agent(
            ctx -> {
              go.await();
              return "late";
            });
    var options = options(new Mode.Modern()).able(InputHandler.NOBODY, Capability.TASKS);
    try (var server = Served.of(agent, options)) {
      var task = server.client().callToolAsTask("worker", Json.object());
      go.countDown();
      assertThat(result(task.await(Duration.ofMinutes(1))).asString()).isEqualTo("late");
    }
  }

  @Test
  void a_cancelled_call_interrupts_the_work() throws Exception {
    var begun = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    var agent =
        agent(
            ctx -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return "";
            });
    try (var server = Served.of(agent, options(new Mode.Modern()))) {
      var call =
          Thread.ofVirtual()
              .start(
                  () ->
                      assertThatThrownBy(() -> server.call("worker", Map.of()))
                          .hasMessageContaining("interrupted"));
      begun.await();
      call.interrupt();
      interrupted.await();
      assertThat(server.client().listTools()).hasSize(1);
    }
  }
}
