package dev.retinue.cli;

import static dev.retinue.cli.ServedHousehold.accepted;
import static dev.retinue.cli.ServedHousehold.result;
import static dev.retinue.cli.ServedHousehold.structured;
import static dev.retinue.cli.ServedHousehold.until;
import static dev.retinue.cli.ServedHousehold.untilAsked;
import static dev.retinue.cli.ServedHousehold.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Meta;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// An agent started as a task: the task lasts as long as the agent, and asks what it asks.
final class StartAsTaskTest {
  @TempDir private Path folder;
  private ServedHousehold house;
  private McpClient client;

  @BeforeEach
  void open() {
    house = ServedHousehold.in(folder);
    client = house.client("/mcp");
  }

  @AfterEach
  void close() {
    client.close();
    house.close();
  }

  @Test
  void the_result_is_how_the_agent_ended() {
    var end = result(client, begin("say hi\ndeliver text\ncomplete All good"));

    assertThat(end.path("isError").asBoolean(false)).isFalse();
    var answer = end.path("structuredContent");
    assertThat(answer.path("agent_id").asString()).isEqualTo(onlyRun().id().text());
    assertThat(answer.path("status").asString()).isEqualTo("completed");
    assertThat(answer.path("summary").asString()).isEqualTo("All good");
    assertThat(answer.path("evidence").asString()).isEqualTo("claimed");
    assertThat(answer.path("agent").asString()).isEqualTo("player");
    assertThat(answer.path("agent_chosen").asString()).contains("plays a script");
    assertThat(answer.path("payload_size").asInt()).isEqualTo(5);
  }

  @Test
  void an_agent_that_did_not_complete_is_an_error_for_the_model() throws Exception {
    var failed = result(client, begin("fail quota Come back later"));
    house.nextStarted();
    assertThat(failed.path("isError").asBoolean()).isTrue();
    assertThat(failed.at("/structuredContent/status").asString()).isEqualTo("stopped");
    assertThat(failed.at("/structuredContent/error").asString())
        .isEqualTo("quota: Come back later");

    var task = begin("hang");
    client.callTool("agent_stop", Json.object().put("agent_id", house.nextStarted().text()));
    var stopped = result(client, task);
    assertThat(stopped.path("isError").asBoolean()).isTrue();
    assertThat(stopped.at("/structuredContent/status").asString()).isEqualTo("stopped");
  }

  @Test
  void a_call_that_its_client_named_and_repeated_waits_for_the_same_agent() throws Exception {
    var first = beginNamed("call-1");
    var again = beginNamed("call-1");
    house.nextStarted();
    client.callTool("agent_stop", Json.object().put("agent_id", onlyRun().id().text()));
    assertThat(result(client, again).path("structuredContent"))
        .isEqualTo(result(client, first).path("structuredContent"));
    assertThat(house.runs()).hasSize(1);
  }

  private String beginNamed(String name) {
    var params = Json.object().put("name", "agent_start");
    params.putObject("arguments").put("contract", "hang");
    var meta = params.putObject("_meta").put(Meta.CALL, name);
    meta.putObject(Meta.CLIENT_CAPABILITIES).putObject("extensions").putObject(Meta.TASKS);
    return client.request("tools/call", params).path("taskId").asString();
  }

  @Test
  void what_was_not_accepted_is_said_with_its_checks() {
    var arguments = Json.object().put("contract", "deliver no json\ncomplete Done");
    arguments
        .putArray("checks")
        .addObject()
        .put("type", "payload_schema")
        .putObject("schema")
        .put("type", "object");
    var end = result(client, client.callToolAsTask("agent_start", arguments).id());

    assertThat(end.path("isError").asBoolean()).isTrue();
    var answer = end.path("structuredContent");
    assertThat(answer.path("error").asString()).startsWith("invalid_output: ");
    assertThat(answer.path("summary").asString()).isEqualTo("Done");
    assertThat(answer.path("checks").get(0).path("passed").asBoolean(true)).isFalse();
  }

  @Test
  void a_person_is_asked_what_the_agent_asks() {
    try (var asked =
        house.client(
            "/mcp",
            question -> accepted(question.params().path("message").asString().contains("?") + ""),
            Capability.ELICITATION,
            Capability.TASKS)) {
      var handle = asked.callToolAsTask("agent_start", contract("ask Red?\ncomplete {answer}"));
      var end = handle.await(Duration.ofSeconds(30));
      assertThat(structured(end).path("summary").asString()).isEqualTo("true");
    }
  }

  @Test
  void one_question_comes_after_the_other() {
    var task = begin("ask One?\nsay {answer}\nask Two?\ncomplete {answer}");

    var first = untilAsked(client, task, "step-1");
    assertThat(first.path("status").asString()).isEqualTo("input_required");
    assertThat(first.at("/inputRequests/step-1/params/message").asString()).isEqualTo("One?");
    update(client, task, "step-1", accepted("1"));
    var second = untilAsked(client, task, "step-3");
    assertThat(second.path("inputRequests").propertyNames()).containsExactly("step-3");
    update(client, task, "step-3", accepted("2"));

    assertThat(result(client, task).at("/structuredContent/summary").asString()).isEqualTo("2");
  }

  @Test
  void when_somebody_else_answers_first_the_task_goes_on() {
    var task = begin("ask One?\nask Two?\ncomplete {answer}");
    untilAsked(client, task, "step-1");
    var pending = structured(client.callTool("list_pending", Json.object())).path("pending").get(0);
    assertThat(pending.path("text").asString()).isEqualTo("One?");

    client.callTool(
        "answer",
        Json.object().put("agent_id", pending.path("agent_id").asString()).put("answer", "1"));

    var next = untilAsked(client, task, "step-2");
    assertThat(next.path("inputRequests").propertyNames()).containsExactly("step-2");
    // Whoever comes too late does no harm.
    update(client, task, "step-1", accepted("late"));
    update(client, task, "step-2", accepted("2"));
    assertThat(result(client, task).at("/structuredContent/summary").asString()).isEqualTo("2");
  }

  @Test
  void a_permission_is_allowed_or_denied_and_nothing_else() {
    var task = begin("permission delete it\ncomplete Deleted");
    untilAsked(client, task, "step-1");
    update(client, task, "step-1", accepted("maybe"));
    var again = untilAsked(client, task, "step-1#2");
    assertThat(again.at("/inputRequests/step-1#2/params/message").asString())
        .isEqualTo(
            "The answer to 'step-1' is 'allow' or 'deny', not 'maybe'.\nIt wants to: delete it");
    update(client, task, "step-1#2", accepted("allow"));
    assertThat(result(client, task).path("isError").asBoolean(false)).isFalse();

    var denied = begin("permission delete it\ncomplete Deleted");
    untilAsked(client, denied, "step-1");
    update(client, denied, "step-1", InputHandler.declined());
    assertThat(result(client, denied).at("/structuredContent/error").asString())
        .startsWith("refused: ");
  }

  @Test
  void a_task_whose_agent_is_removed_while_it_asks_ends() {
    var task = begin("ask Which one?\ncomplete done");
    untilAsked(client, task, "step-1");
    house.staff().remove(Caller.owner(), onlyRun().id());
    var end = result(client, task);
    assertThat(end.path("isError").asBoolean()).isTrue();
    assertThat(end.at("/structuredContent/error/code").asString()).isEqualTo("NOT_FOUND");
  }

  @Test
  void who_dismisses_a_question_leaves_it_to_others() throws Exception {
    var task = begin("ask One?\ncomplete {answer}");
    untilAsked(client, task, "step-1");
    update(client, task, "step-1", InputHandler.dismissed());
    var now = until(client, task, it -> !it.has("inputRequests"));
    assertThat(now.path("status").asString()).isEqualTo("working");

    house.staff().answer(Caller.owner(), onlyRun().id(), "step-1", "from elsewhere");

    assertThat(result(client, task).at("/structuredContent/summary").asString())
        .isEqualTo("from elsewhere");
  }

  @Test
  void a_client_that_shows_no_forms_is_not_asked() throws Exception {
    try (var plain = house.client("/mcp", InputHandler.NOBODY, Capability.TASKS)) {
      var task = plain.callToolAsTask("agent_start", contract("ask One?\ncomplete {answer}")).id();
      var run = house.nextStarted();
      house.await(run, it -> !it.needs().isEmpty());
      house.staff().answer(Caller.owner(), run, "step-1", "1");
      assertThat(result(plain, task).at("/structuredContent/summary").asString()).isEqualTo("1");
    }
  }

  @Test
  void who_cancels_the_task_stops_the_agent() throws Exception {
    var working = client.callToolAsTask("agent_start", contract("hang"));
    var first = house.nextStarted();
    working.cancel();
    assertThat(house.await(first, Run::ended).state())
        .isInstanceOfSatisfying(
            State.Stopped.class,
            stopped -> assertThat(stopped.why()).isEqualTo("its task was cancelled"));

    var asking = client.callToolAsTask("agent_start", contract("ask One?"));
    untilAsked(client, asking.id(), "step-1");
    var second = house.runs().getFirst();
    asking.cancel();
    assertThat(house.await(second.id(), Run::ended).state()).isInstanceOf(State.Stopped.class);
    assertThat(asking.state().status()).isEqualTo(Task.Status.CANCELLED);
  }

  @Test
  void the_same_key_is_the_same_agent_in_as_many_tasks() {
    var arguments = contract("ask One?\ncomplete {answer}").put("idempotency_key", "once");
    var first = client.callToolAsTask("agent_start", arguments).id();
    var second = client.callToolAsTask("agent_start", arguments).id();
    untilAsked(client, first, "step-1");
    untilAsked(client, second, "step-1");

    update(client, second, "step-1", accepted("1"));

    assertThat(result(client, first)).isEqualTo(result(client, second));
    assertThat(house.runs()).hasSize(1);
  }

  @Test
  void after_a_restart_it_waits_for_the_same_agent() {
    var task = begin("ask One?\nask Two?\ncomplete {answer}");
    untilAsked(client, task, "step-1");
    update(client, task, "step-1", accepted("1"));
    untilAsked(client, task, "step-2");

    reopen(ServedHousehold.open(closed()));

    untilAsked(client, task, "step-2");
    update(client, task, "step-2", accepted("2"));
    assertThat(result(client, task).at("/structuredContent/summary").asString()).isEqualTo("2");
    assertThat(house.runs()).hasSize(1);
  }

  @Test
  void what_was_answered_elsewhere_meanwhile_is_not_asked_after_a_restart() throws Exception {
    var task = begin("ask One?\nask Two?\ncomplete {answer}");
    untilAsked(client, task, "step-1");
    var id = onlyRun().id();
    var household = ServedHousehold.open(closed());
    household
        .staff()
        .await(Caller.owner(), id, run -> !run.needs().isEmpty(), Duration.ofSeconds(30));
    household.staff().answer(Caller.owner(), id, "step-1", "1");
    household
        .staff()
        .await(
            Caller.owner(),
            id,
            run -> run.needs().stream().anyMatch(it -> it.id().equals("step-2")),
            Duration.ofSeconds(30));

    reopen(household);

    var asked = until(client, task, it -> !it.path("inputRequests").has("step-1"));
    assertThat(asked.path("status").asString()).isIn("working", "input_required");
    untilAsked(client, task, "step-2");
    update(client, task, "step-2", accepted("2"));
    assertThat(result(client, task).at("/structuredContent/summary").asString()).isEqualTo("2");
  }

  @Test
  void the_end_of_the_server_ends_neither_the_agent_nor_its_task() {
    var task = begin("take 1s\ncomplete Done");
    reopen(ServedHousehold.open(closed()));
    assertThat(result(client, task).at("/structuredContent/summary").asString()).isEqualTo("Done");
  }

  private Path closed() {
    close();
    return folder;
  }

  private void reopen(Household household) {
    house = ServedHousehold.of(household);
    client = house.client("/mcp");
  }

  private String begin(String script) {
    return client.callToolAsTask("agent_start", contract(script)).id();
  }

  private static ObjectNode contract(String script) {
    return Json.object().put("contract", script);
  }

  private Run onlyRun() {
    assertThat(house.runs()).hasSize(1);
    return house.runs().getFirst();
  }
}
