package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Agents of the packaged daemon that ask, and clients of both eras that answer.
@EndToEnd
final class DaemonTasksTest {
  private static final String ASKING = "ask Which colour?\ncomplete It is {answer}";

  @TempDir private Path folder;

  @Test
  void a_question_is_answered_through_the_task() throws Exception {
    try (var daemon = start();
        var client = modern(daemon, question -> accepted("blue"))) {
      var end =
          client.callToolAsTask("agent_start", contract(ASKING)).await(Duration.ofSeconds(60));

      var answer = Objects.requireNonNull(end.structuredContent());
      assertThat(end.isError()).isFalse();
      assertThat(answer.path("summary").asString()).isEqualTo("It is blue");
      assertThat(answer.path("evidence").asString()).isEqualTo("claimed");
    }
  }

  @Test
  void a_question_is_answered_through_the_task_behind_a_front() throws Exception {
    var front = PipedRetinue.process(folder);
    try (var client =
        McpClient.over(
            front.getInputStream(),
            front.getOutputStream(),
            asking(question -> accepted("violet")))) {
      var end =
          client.callToolAsTask("agent_start", contract(ASKING)).await(Duration.ofSeconds(60));
      assertThat(Objects.requireNonNull(end.structuredContent()).path("summary").asString())
          .isEqualTo("It is violet");
    } finally {
      front.destroyForcibly();
      Traces.kill(folder);
    }
  }

  @Test
  void a_client_of_the_other_era_answers_and_the_task_goes_on() throws Exception {
    try (var daemon = start();
        var client = modern(daemon, InputHandler.NOBODY);
        var other = legacy(daemon)) {
      var task = client.callToolAsTask("agent_start", contract(ASKING)).id();
      until(client, task, it -> it.path("inputRequests").has("step-1"));
      var pending = call(other, "list_pending", Json.object()).path("pending").get(0);
      assertThat(pending.path("text").asString()).isEqualTo("Which colour?");

      call(
          other,
          "answer",
          Json.object().put("agent_id", pending.path("agent_id").asString()).put("answer", "red"));

      var end = until(client, task, it -> it.has("result")).at("/result/structuredContent");
      assertThat(end.path("summary").asString()).isEqualTo("It is red");
      assertThat(end.path("agent_id")).isEqualTo(pending.path("agent_id"));
    }
  }

  @Test
  void a_task_goes_on_after_the_daemon_was_killed() throws Exception {
    var data = folder.resolve("data");
    String task;
    try (var daemon = start(data);
        var client = modern(daemon, InputHandler.NOBODY)) {
      task = client.callToolAsTask("agent_start", contract(ASKING)).id();
      until(client, task, it -> it.path("inputRequests").has("step-1"));
    }
    try (var daemon = start(data);
        var client = modern(daemon, InputHandler.NOBODY)) {
      until(client, task, it -> it.path("inputRequests").has("step-1"));
      var params = Json.object().put("taskId", task);
      params.putObject("inputResponses").set("step-1", accepted("green"));
      client.request("tasks/update", params);
      var end = until(client, task, it -> it.has("result")).at("/result/structuredContent");
      assertThat(end.path("summary").asString()).isEqualTo("It is green");
    }
  }

  @Test
  void a_retry_starts_nothing_new_and_a_late_result_is_kept_in_both_eras() throws Exception {
    try (var daemon = start();
        var client = legacy(daemon);
        var other = auto(daemon)) {
      var arguments = contract("hang").put("idempotency_key", "once");
      var first = call(client, "agent_start", arguments);
      assertThat(call(other, "agent_start", arguments)).isEqualTo(first);

      var id = first.path("agent_id").asString();
      call(other, "agent_stop", Json.object().put("agent_id", id));
      var late =
          call(client, "agent_complete", Json.object().put("agent_id", id).put("summary", "After"));
      assertThat(late.path("status").asString()).isEqualTo("stopped");
      var ids = Json.object();
      ids.putArray("agent_ids").add(id);
      var settled = untilSettled(other, ids);
      assertThat(call(client, "agent_status", ids)).isEqualTo(settled);
      assertThat(settled.at("/agents/0/summary").asString()).isEqualTo("After");
    }
  }

  private ServedRetinue start() throws IOException {
    return start(folder.resolve("data"));
  }

  private ServedRetinue start(Path data) throws IOException {
    var config = folder.resolve("retinue.yaml");
    Files.writeString(
        config, "staff:\n  player:\n    description: Plays its contract.\n    runtime: scripted\n");
    return ServedRetinue.start(data, "--no-auth", "--config", config.toString());
  }

  private static McpClient modern(ServedRetinue daemon, InputHandler person) {
    return McpClient.at(URI.create(daemon.url()), asking(person));
  }

  private static ClientOptions asking(InputHandler person) {
    return ClientOptions.named("modern", "1")
        .in(new Mode.Modern())
        .able(person, Capability.ELICITATION, Capability.TASKS);
  }

  private static McpClient legacy(ServedRetinue daemon) {
    return McpClient.at(
        URI.create(daemon.url()),
        ClientOptions.named("legacy", "1").in(new Mode.Legacy("2025-06-18")));
  }

  private static McpClient auto(ServedRetinue daemon) {
    return McpClient.at(URI.create(daemon.url()), ClientOptions.named("auto", "1"));
  }

  private static ObjectNode contract(String script) {
    return Json.object().put("contract", script);
  }

  private static ObjectNode accepted(String answer) {
    return InputHandler.accepted(Json.object().put("answer", answer));
  }

  private static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as(result.content().toString()).isFalse();
    return Objects.requireNonNull(result.structuredContent());
  }

  /// What is said of a stopped agent once its work has come to rest: nothing changes any more.
  private static JsonNode untilSettled(McpClient client, ObjectNode ids) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      var now = call(client, "agent_status", ids);
      if (!now.at("/agents/0").has("ending")) {
        return now;
      }
      assertThat(System.nanoTime()).as(now.toString()).isLessThan(end);
    }
  }

  private static JsonNode until(McpClient client, String task, Predicate<JsonNode> wished) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      var now = client.request("tasks/get", Json.object().put("taskId", task));
      if (wished.test(now)) {
        return now;
      }
      assertThat(System.nanoTime()).as(now.toString()).isLessThan(end);
    }
  }
}
