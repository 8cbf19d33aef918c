package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.elicit;
import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.HttpCall;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Tasks belong to one caller, ask for what they need, and tell those who listen.
final class TasksTest {
  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");
  private final HttpClients other = new HttpClients(test.endpoint(), "somebody else");

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  void the_task_of_another_looks_like_one_that_never_was(String method) {
    var id = beginHeld();
    var unknown = id.substring(0, id.length() - 1) + (id.endsWith("0") ? "1" : "0");
    var foreign = other.modern(Rpc.withTasks("1", method, "{\"taskId\":\"%s\"}".formatted(id)));
    var never = other.modern(Rpc.withTasks("1", method, "{\"taskId\":\"%s\"}".formatted(unknown)));
    assertThat(foreign.body()).isEqualTo(never.body().replace(unknown, id));
    assertThat(foreign.status()).isEqualTo(never.status());
    assertThat(foreign.json().at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(status(id)).isEqualTo("working");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  void a_client_that_did_not_declare_tasks_has_none(String method) {
    var id = beginHeld();
    var call = client.modern(Rpc.modern("1", method, "{\"taskId\":\"%s\"}".formatted(id)));
    assertThat(call.status()).isEqualTo(400);
    assertThat(call.json().at("/error/code").asInt()).isEqualTo(-32021);
    assertThat(call.json().at("/error/data/requiredCapabilities/extensions").isObject()).isTrue();
  }

  @Test
  void cancelling_interrupts_the_work_and_may_be_repeated() {
    var id = beginHeld();
    cancel(id);
    assertThat(test.heard()).isEqualTo("interrupted held");
    cancel(id);
    assertThat(status(id)).isEqualTo("cancelled");
  }

  @Test
  void a_task_does_not_end_with_the_connection_or_by_a_notification() {
    add("held", (_, _) -> waitFor("held"));
    var call = client.modern(Rpc.withTasks("9", "tools/call", Rpc.call("held", "{}").toString()));
    var id = call.json().at("/result/taskId").asString();
    assertThat(test.heard()).isEqualTo("began held");
    call.vanish();
    client.post(Rpc.cancelled("9"), Rpc.headers(Rpc.cancelled("9"))).end();
    assertThat(status(id)).isEqualTo("working");
  }

  @Test
  void answers_may_come_one_by_one_and_a_key_is_never_asked_twice() {
    add(
        "asks",
        (_, call) -> {
          waitFor("asks");
          var questions = new LinkedHashMap<String, InputRequest>();
          questions.put("a", elicit("A?"));
          questions.put("b", elicit("B?"));
          call.ask(questions);
          call.ask("a", elicit("A again?"));
          call.ask("c", elicit("C?"));
          return ToolResult.text("done");
        });
    var id = begin("asks");
    var stream = subscribe(id);
    test.release("asks");
    untilStatus(stream, "input_required", "\"a\"");
    assertThat(questions(id)).containsExactly("a", "b");
    update(id, "{\"b\":{\"action\":\"accept\"},\"x\":{},\"a\":5}");
    assertThat(questions(id)).containsExactly("a");
    update(id, "{\"b\":{\"action\":\"decline\"}}");
    assertThat(questions(id)).containsExactly("a");
    update(id, "{\"a\":{\"action\":\"accept\"}}");
    untilStatus(stream, "input_required", "\"c\"");
    assertThat(questions(id)).containsExactly("c");
    update(id, "{\"c\":{\"action\":\"accept\"}}");
    var done = untilStatus(stream, "completed", "result");
    assertThat(done.at("/params/result/content/0/text").asString()).isEqualTo("done");
  }

  @Test
  void a_listener_hears_of_its_tasks_in_order_and_of_no_others() {
    var mine = beginHeld();
    var foreign = begin(other, "held");
    assertThat(test.heard()).isEqualTo("began held");
    var stream =
        client.modern(
            Rpc.withTasks(
                "\"s\"",
                "subscriptions/listen",
                "{\"notifications\":{\"taskIds\":[\"%s\",\"%s\",\"unknown\",5,{}]}}"
                    .formatted(mine, foreign)));
    var acknowledged = stream.event().json();
    assertThat(acknowledged.at("/params/notifications/taskIds").toString())
        .isEqualTo("[\"%s\"]".formatted(mine));
    other
        .modern(Rpc.withTasks("1", "tasks/cancel", "{\"taskId\":\"%s\"}".formatted(foreign)))
        .end();
    cancel(mine);
    cancel(mine);
    test.heard();
    test.heard();
    var told = stream.event().json();
    assertThat(told.get("method").asString()).isEqualTo("notifications/tasks");
    assertThat(told.at("/params/taskId").asString()).isEqualTo(mine);
    assertThat(told.at("/params/status").asString()).isEqualTo("cancelled");
    assertThat(told.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asString())
        .isEqualTo("s");
    assertThat(stream.unread()).isEmpty();
  }

  @Test
  void who_did_not_declare_tasks_cannot_listen_to_them() {
    var call =
        client.modern(
            Rpc.modern("1", "subscriptions/listen", "{\"notifications\":{\"taskIds\":[]}}"));
    assertThat(call.status()).isEqualTo(400);
    assertThat(call.json().at("/error/code").asInt()).isEqualTo(-32021);
  }

  @Test
  void a_task_that_dies_of_an_error_has_failed() {
    add(
        "dies",
        (_, _) -> {
          waitFor("dies");
          throw new StackOverflowError();
        });
    var id = begin("dies");
    test.heard();
    var stream = subscribe(id);
    test.release("dies");
    var failed = untilStatus(stream, "failed", "error");
    assertThat(failed.at("/params/error/message").asString()).doesNotContain("StackOverflow");
  }

  @Test
  void one_task_too_many_is_an_answer_for_the_model() {
    var small = new TestServer(1);
    small
        .server()
        .add(tool("held", "{\"type\":\"object\"}", TaskSupport.ALLOWED, (_, _) -> waitFor("h")));
    var crowded = new HttpClients(small.endpoint(), "somebody");
    begin(crowded, "held");
    var refused =
        crowded.modern(Rpc.withTasks("1", "tools/call", Rpc.call("held", "{}").toString())).json();
    assertThat(refused.at("/result/isError").asBoolean()).isTrue();
    assertThat(refused.at("/result/content/0/text").asString()).contains("too many tasks");
  }

  private ToolResult waitFor(String name) throws InterruptedException {
    return test.hold(name);
  }

  private String beginHeld() {
    add("held", (_, _) -> waitFor("held"));
    var id = begin("held");
    assertThat(test.heard()).isEqualTo("began held");
    return id;
  }

  private void add(String name, ToolEntry.Handler handler) {
    test.server().add(tool(name, "{\"type\":\"object\"}", TaskSupport.ALLOWED, handler));
  }

  private String begin(String tool) {
    return begin(client, tool);
  }

  private static String begin(HttpClients who, String tool) {
    var call = who.modern(Rpc.withTasks("1", "tools/call", Rpc.call(tool, "{}").toString()));
    assertThat(call.json().at("/result/resultType").asString()).isEqualTo("task");
    return call.json().at("/result/taskId").asString();
  }

  private HttpCall subscribe(String id) {
    var stream =
        client.modern(
            Rpc.withTasks(
                "1",
                "subscriptions/listen",
                "{\"notifications\":{\"taskIds\":[\"%s\"]}}".formatted(id)));
    stream.event();
    return stream;
  }

  private static JsonNode untilStatus(HttpCall stream, String status, String part) {
    while (true) {
      var told = stream.event().json();
      if (told.at("/params/status").asString().equals(status) && told.toString().contains(part)) {
        return told;
      }
    }
  }

  private JsonNode get(String id) {
    return client
        .modern(Rpc.withTasks("1", "tasks/get", "{\"taskId\":\"%s\"}".formatted(id)))
        .json();
  }

  private String status(String id) {
    return get(id).at("/result/status").asString();
  }

  private Iterable<String> questions(String id) {
    return get(id).at("/result/inputRequests").propertyNames();
  }

  private void update(String id, String answers) {
    var params = "{\"taskId\":\"%s\",\"inputResponses\":%s}".formatted(id, answers);
    assertThat(client.modern(Rpc.withTasks("1", "tasks/update", params)).status()).isEqualTo(200);
  }

  private void cancel(String id) {
    var params = "{\"taskId\":\"%s\"}".formatted(id);
    assertThat(client.modern(Rpc.withTasks("1", "tasks/cancel", params)).status()).isEqualTo(200);
  }
}
