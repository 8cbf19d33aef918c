package dev.retinue.toolset.spawner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.group.GroupRuntime;
import dev.retinue.runtime.group.GroupStaff;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.Spawning;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools over the real edge, with our own client, on a real staff.
final class SpawnerTest {
  @TempDir private Path folder;
  private TestStaff staff;
  private McpServer server;
  private WebServer web;
  private McpClient client;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff =
        TestStaff.in(folder, clock)
            .hire("player", "")
            .hire("sleeper", "say working on it\nhang")
            .hire(GroupStaff.MEMBER)
            .begin(new ScriptedRuntime(clock), new GroupRuntime(clock));
    server = new McpServer(Implementation.of("retinue", "1"), "");
    var who = new DefaultAgent("player", staff.staff().roster(), staff.staff().crew()::runtime);
    Spawning.toolset(staff, who).tools().forEach(server::add);
    web = serve(Caller.owner());
    client = connect(web);
  }

  @AfterEach
  void close() {
    client.close();
    web.close();
    staff.close();
  }

  @Test
  void a_spawn_waits_and_returns_the_result_as_the_seed_shows_it() {
    var answer = spawn("player", "say hello\ncomplete All good");

    assertThat(answer.path("spawn_id").asString()).startsWith("sp_");
    assertThat(answer.path("success").booleanValue()).isTrue();
    assertThat(answer.path("status").asString()).isEqualTo("completed");
    assertThat(answer.path("result").asString()).isEqualTo("All good");
    assertThat(answer.path("duration_seconds").isNumber()).isTrue();
    assertThat(answer.path("cost_usd").isNumber()).isTrue();
    assertThat(answer.has("message")).isFalse();
  }

  @Test
  void a_failed_spawn_is_an_error_with_its_reason_and_is_kept() {
    var result = client.callTool("spawn_agent", Json.object().put("prompt", "fail error It broke"));

    assertThat(result.isError()).isTrue();
    var answer = structured(result);
    assertThat(answer.path("success").booleanValue()).isFalse();
    assertThat(answer.path("reason").asString()).isEqualTo("error");
    assertThat(answer.path("error").asString()).startsWith("error: ");
    var kept = get(answer.path("spawn_id").asString());
    assertThat(kept.path("error")).isEqualTo(answer.path("error"));
  }

  @Test
  void a_spawn_that_takes_longer_than_its_caller_waits_goes_on_under_its_handle() {
    var answer =
        structured(
            client.callTool("spawn_agent", order("sleeper", "sleep").put("wait_seconds", 0)));

    var id = answer.path("spawn_id").asString();
    assertThat(answer.has("success")).isFalse();
    assertThat(answer.path("message").asString()).contains("get_result").contains(id);
    assertThat(
            call("list_running", Json.object()).path("agents").get(0).path("spawn_id").asString())
        .isEqualTo(id);
    staff.await(RunId.of(id), run -> run.state() instanceof State.Running);
    call("stop_spawn", Json.object().put("spawn_id", id));
    assertThat(get(id).path("status").asString()).isEqualTo("stopped");
    assertThat(call("list_running", Json.object()).path("count").intValue()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"2025-11-25,true", "2026-07-28,false"})
  void who_cannot_hear_of_the_end_is_told_so(String version, boolean hears) {
    var options = ClientOptions.named("test", "1").in(SpawnScene.mode(version));
    try (var caller = SpawnScene.at(web, options)) {
      var order = order("sleeper", "sleep").put("async", true).put("notify_on_complete", true);
      var answer = structured(caller.callTool("spawn_agent", order));

      var id = answer.path("spawn_id").asString();
      assertThat(answer.has("warnings")).isEqualTo(!hears);
      if (!hears) {
        assertThat(answer.at("/warnings/0").asString())
            .contains("notify_on_complete", "agents://runs/" + id);
      }
      assertThat(get(id).has("warnings")).isFalse();
    }
  }

  @Test
  void an_asynchronous_spawn_returns_at_once_and_can_be_waited_for() {
    var id =
        structured(
                client.callTool(
                    "spawn_agent", order("player", "say one\ncomplete Done").put("async", true)))
            .path("spawn_id")
            .asString();

    var all = call("wait_for_agents", ids(id));

    assertThat(all.path("status").asString()).isEqualTo("all_completed");
    assertThat(all.path("results").get(0).path("result").asString()).isEqualTo("Done");
  }

  @Test
  void waiting_for_any_returns_with_the_first() {
    var slow = async("sleeper", "sleep");
    var quick = async("player", "complete Quick");

    var any = call("wait_for_agents", ids(slow, quick).put("mode", "any"));

    assertThat(any.path("status").asString()).isEqualTo("any_completed");
    assertThat(any.path("results").get(0).path("spawn_id").asString()).isEqualTo(quick);
    assertThat(any.path("still_running").get(0).asString()).isEqualTo(slow);
    var late = call("wait_for_agents", ids(slow).put("wait_seconds", 0));
    assertThat(late.path("status").asString()).isEqualTo("timeout");
  }

  @Test
  void waiting_for_nobody_shows_who_ended_last() {
    spawn("player", "complete First");
    var none = call("wait_for_agents", Json.object());
    assertThat(none.path("status").asString()).isEqualTo("no_agents_running");
    assertThat(none.path("results").get(0).path("result").asString()).isEqualTo("First");
  }

  @Test
  void a_retry_with_the_same_key_gets_the_same_spawn() {
    var order = order("player", "complete Once").put("idempotency_key", "k");
    var first = structured(client.callTool("spawn_agent", order));
    var again = structured(client.callTool("spawn_agent", order.deepCopy().put("async", true)));
    assertThat(again.path("spawn_id")).isEqualTo(first.path("spawn_id"));
  }

  @Test
  void a_spawn_that_waits_for_somebody_returns_and_says_for_what() {
    var answer = spawn("player", "ask Which colour?\ncomplete ok");
    assertThat(answer.path("status").asString()).isEqualTo("waiting");
    assertThat(answer.path("waiting_for").get(0).path("text").asString())
        .isEqualTo("Which colour?");
    assertThat(answer.path("message").asString()).contains("answer");
  }

  @Test
  void every_answer_fits_its_schema() {
    fits("spawn_agent", client.callTool("spawn_agent", order("player", "complete x")));
    fits("list_running", client.callTool("list_running", Json.object()));
    fits("wait_for_agents", client.callTool("wait_for_agents", Json.object()));
  }

  @Test
  void a_program_that_nobody_works_with_is_refused_with_a_remedy() {
    var result = client.callTool("spawn_claude", Json.object().put("prompt", "x"));
    assertThat(result.isError()).isTrue();
    assertThat(structured(result).path("error").path("message").asString())
        .contains("Nobody on the staff works with claude")
        .contains("npm install");
  }

  @Test
  void nobody_hands_a_plan_to_the_group_himself() {
    var result = client.callTool("spawn_agent", order("group", "{}"));
    assertThat(result.isError()).isTrue();
    assertThat(structured(result).path("error").path("message").asString())
        .contains("call spawn_parallel");
  }

  private String async(String agent, String prompt) {
    return structured(client.callTool("spawn_agent", order(agent, prompt).put("async", true)))
        .path("spawn_id")
        .asString();
  }

  private JsonNode spawn(String agent, String prompt) {
    return call("spawn_agent", order(agent, prompt));
  }

  private static ObjectNode order(String agent, String prompt) {
    return Json.object().put("agent", agent).put("prompt", prompt);
  }

  private static ObjectNode ids(String... ids) {
    var arguments = Json.object();
    var list = arguments.putArray("spawn_ids");
    for (var id : ids) {
      list.add(id);
    }
    return arguments;
  }

  private JsonNode get(String id) {
    return structured(client.callTool("get_result", Json.object().put("spawn_id", id)));
  }

  private JsonNode call(String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as("%s", result).isFalse();
    return structured(result);
  }

  private static JsonNode structured(ToolResult result) {
    return Objects.requireNonNull(result.structuredContent());
  }

  private void fits(String tool, ToolResult result) {
    var info = Objects.requireNonNull(server.tools().get(tool)).info();
    var schema = Objects.requireNonNull(info.outputSchema());
    assertThat(new Validator(schema).violations(structured(result))).isEmpty();
  }

  private WebServer serve(Caller caller) {
    var key = new SecretKeySpec(new byte[32], "AES");
    var tasks = new MemoryTaskStore(staff.clock(), 10);
    var eras =
        new Eras(
            new Stateless2026(server, tasks, () -> key, staff.clock()),
            new Stateful2025(server, staff.clock()));
    var endpoint = new HttpEndpoint(eras, Hosts.LOCAL, Duration.ofSeconds(15));
    return WebServer.start("127.0.0.1", 0, endpoint, new Principal(caller));
  }

  private static McpClient connect(WebServer web) {
    var place = URI.create("http://localhost:" + web.port() + "/mcp");
    return McpClient.at(place, ClientOptions.named("test", "1"));
  }
}
