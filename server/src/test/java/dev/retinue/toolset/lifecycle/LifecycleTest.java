package dev.retinue.toolset.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Meta;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools over the real edge, with our own client, on a real staff.
final class LifecycleTest {
  private static final String NOON = "2030-01-01T12:00:00Z";

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
            .begin(new ScriptedRuntime(clock));
    server = new McpServer(Implementation.of("retinue", "1"), "");
    var who = new DefaultAgent("player", staff.staff().roster(), staff.staff().crew()::runtime);
    Lifecycle.tools(
            staff.staff(), who, run -> "http://localhost/api/agents/" + run.id() + "/payload")
        .forEach(server::add);
    RunResources.offers(staff.staff()).forEach(server::add);
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
  void an_agent_is_started_at_once_by_the_default_member_of_the_staff() {
    var answer = call("agent_start", Json.object().put("contract", "say hi\ncomplete All good"));

    var id = answer.path("agent_id").asString();
    assertThat(id).startsWith("agent-");
    assertThat(answer)
        .hasToString(
            ("{\"agent_id\":\"%s\",\"status\":\"running\",\"started_at\":\"%s\",\"agent\":\"player\","
                    + "\"agent_chosen\":\"it is the configured default\"}")
                .formatted(id, NOON));
    staff.awaitEnd(RunId.of(id));
    assertThat(status(id))
        .hasToString(
            ("{\"agent_id\":\"%s\",\"status\":\"completed\",\"agent\":\"player\",\"started_at\":\"%s\","
                    + "\"completed_at\":\"%s\",\"summary\":\"All good\",\"evidence\":\"claimed\",\"cost_usd\":0}")
                .formatted(id, NOON, NOON));
  }

  @Test
  void the_list_is_the_text_and_the_structure_has_it_under_a_name() {
    var id = start("sleeper");
    staff.await(RunId.of(id), run -> run.dossier().recentOutput() != null);

    var result =
        client.callTool("agent_status", ids(id, "agent-nonsense", "agent-" + "a".repeat(26)));

    assertThat(result.isError()).isFalse();
    var text = ((Content.Text) result.content().getFirst()).text();
    var structured = Objects.requireNonNull(result.structuredContent());
    assertThat(Json.WIRE.readTree(text)).isEqualTo(structured.path("agents"));
    assertThat(structured.path("agents").get(0).path("recent_output").asString())
        .isEqualTo("working on it");
    assertThat(structured.path("agents").get(1))
        .hasToString("{\"agent_id\":\"agent-nonsense\",\"error\":\"Agent not found\"}");
    assertThat(structured.path("agents").get(2).path("error").asString())
        .isEqualTo("Agent not found");
  }

  @Test
  void every_answer_fits_its_schema() {
    var id = start("sleeper");
    staff.await(RunId.of(id), run -> run.state() instanceof State.Running);
    fits("agent_status", client.callTool("agent_status", ids(id)));
    fits(
        "append_payload",
        client.callTool(
            "append_payload", Json.object().put("agent_id", id).put("payload", "a piece")));
    fits(
        "agent_complete",
        client.callTool("agent_complete", Json.object().put("agent_id", id).put("summary", "ok")));
    fits("agent_stop", client.callTool("agent_stop", Json.object().put("agent_id", id)));
    fits("agent_status", client.callTool("agent_status", ids(id, "other")));
  }

  @Test
  void stopping_says_the_truth_also_when_it_comes_too_late() {
    var id = start("sleeper");
    var stopped = call("agent_stop", Json.object().put("agent_id", id));
    assertThat(stopped)
        .hasToString(
            "{\"status\":\"stopped\",\"started_at\":\"%s\",\"stopped_at\":\"%s\"}"
                .formatted(NOON, NOON));
    assertThat(call("agent_stop", Json.object().put("agent_id", id))).isEqualTo(stopped);

    var late =
        call(
            "agent_complete",
            Json.object().put("agent_id", id).put("summary", "after all").put("payload", "result"));
    assertThat(late.path("status").asString()).isEqualTo("stopped");
    assertThat(status(id).path("summary").asString()).isEqualTo("after all");
    assertThat(status(id).path("payload_size").asInt()).isEqualTo(6);

    var other = start("sleeper");
    var completed =
        call("agent_complete", Json.object().put("agent_id", other).put("summary", "done"));
    assertThat(call("agent_complete", Json.object().put("agent_id", other).put("summary", "again")))
        .isEqualTo(completed);
    assertThat(call("agent_stop", Json.object().put("agent_id", other)).path("status").asString())
        .isEqualTo("completed");
    assertThat(status(other).path("summary").asString()).isEqualTo("done");
  }

  @Test
  void a_payload_has_a_size_and_a_place() {
    var id = start("sleeper");
    staff.await(RunId.of(id), run -> run.state() instanceof State.Running);
    call("append_payload", Json.object().put("agent_id", id).put("payload", "Größe "));
    call(
        "agent_complete",
        Json.object().put("agent_id", id).put("summary", "done").put("payload", "zählt"));

    var status = status(id);
    assertThat(status.path("payload_size").asInt()).isEqualTo(14);
    assertThat(status.path("payload_url").asString())
        .isEqualTo("http://localhost/api/agents/" + id + "/payload");
    assertThat(staff.text(staff.run(RunId.of(id)).dossier().payload())).isEqualTo("Größe zählt");
  }

  @Test
  void what_it_waits_for_and_what_it_failed_of_is_said() {
    var id =
        call("agent_start", Json.object().put("contract", "ask Red or blue?"))
            .path("agent_id")
            .asString();
    staff.await(RunId.of(id), run -> !run.needs().isEmpty());
    var waiting = status(id);
    assertThat(waiting.path("status").asString()).isEqualTo("running");
    assertThat(waiting.path("waiting_for").get(0).path("kind").asString()).isEqualTo("answer");
    assertThat(waiting.path("waiting_for").get(0).path("text").asString())
        .isEqualTo("Red or blue?");

    var failed =
        call("agent_start", Json.object().put("contract", "fail quota Come back later"))
            .path("agent_id")
            .asString();
    staff.awaitEnd(RunId.of(failed));
    assertThat(status(failed).path("status").asString()).isEqualTo("stopped");
    assertThat(status(failed).path("error").asString()).isEqualTo("quota: Come back later");
  }

  @Test
  void a_retry_with_its_key_starts_nothing_new_and_other_arguments_are_a_conflict() {
    var arguments = Json.object().put("contract", "hang").put("idempotency_key", "k-1");
    var first = call("agent_start", arguments);
    assertThat(call("agent_start", arguments)).isEqualTo(first);

    var other = client.callTool("agent_start", arguments.deepCopy().put("contract", "say no"));

    assertThat(other.isError()).isTrue();
    assertThat(
            Objects.requireNonNull(other.structuredContent()).path("error").path("code").asString())
        .isEqualTo("CONFLICT");
    assertThat(staff.all()).hasSize(1);
  }

  @Test
  void a_call_that_its_client_named_starts_one_agent_however_often_it_is_repeated() {
    var first = startNamed("call-1");
    assertThat(startNamed("call-1")).isEqualTo(first);
    assertThat(startNamed("call-2")).isNotEqualTo(first);
    assertThat(staff.all()).hasSize(2);
  }

  private String startNamed(String name) {
    var params = Json.object().put("name", "agent_start");
    params.putObject("arguments").put("contract", "hang");
    params.putObject("_meta").put(Meta.CALL, name);
    return client.request("tools/call", params).at("/structuredContent/agent_id").asString();
  }

  @Test
  void a_budget_is_kept_and_nonsense_is_refused_with_a_sentence() {
    var arguments = Json.object().put("contract", "spend 0.02\ncomplete Done");
    arguments.putObject("budget").put("max_cost_usd", 0.01);
    var id = call("agent_start", arguments).path("agent_id").asString();
    staff.awaitEnd(RunId.of(id));
    assertThat(status(id).path("error").asString())
        .startsWith("budget: ")
        .contains("max_cost_usd 0.01");

    var timeless = Json.object().put("contract", "x");
    timeless.putObject("budget").put("max_seconds", 0);
    var nonsense = client.callTool("agent_start", timeless);
    assertThat(nonsense.isError()).isTrue();
    assertThat(text(nonsense))
        .endsWith("'budget.max_seconds' is 0: must have a minimum value of 1");
    refused(
        Json.object().put("contract", "  "), "INVALID_INPUT", "There is no work in an empty text.");
    refused(
        Json.object().put("contract", "x").put("agent", "plyer"),
        "NOT_FOUND",
        "There is no agent 'plyer' on the staff. Did you mean 'player'?");
    refused(
        Json.object().put("contract", "x").put("idempotency_key", " "),
        "INVALID_INPUT",
        "idempotency_key must have something to read in it, and no control characters.");
    refused(
        Json.object().put("contract", "x").put("idempotency_key", "a\0b"),
        "INVALID_INPUT",
        "idempotency_key must have something to read in it, and no control characters.");
  }

  @Test
  void another_callers_agents_look_like_those_that_do_not_exist() {
    var id = start("sleeper");
    try (var others = serve(new Caller("bert", "bert", Caller.Scope.RUN, null));
        var bert = connect(others)) {
      var arguments = Json.object().put("agent_id", id);
      assertThat(text(bert.callTool("agent_status", ids(id)))).contains("Agent not found");
      var foreign = bert.callTool("agent_stop", arguments);
      var absent =
          bert.callTool("agent_stop", Json.object().put("agent_id", "agent-" + "a".repeat(26)));
      assertThat(foreign.isError()).isTrue();
      assertThat(text(foreign).replace(id, "ID"))
          .isEqualTo(text(absent).replace("agent-" + "a".repeat(26), "ID"));
    }
    assertThat(staff.run(RunId.of(id)).ended()).isFalse();
  }

  private void refused(ObjectNode arguments, String code, String sentence) {
    var result = client.callTool("agent_start", arguments);
    assertThat(result.isError()).isTrue();
    assertThat(text(result)).isEqualTo(sentence);
    assertThat(
            Objects.requireNonNull(result.structuredContent())
                .path("error")
                .path("code")
                .asString())
        .isEqualTo(code);
  }

  private void fits(String tool, ToolResult result) {
    var schema = Objects.requireNonNull(server.tools().get(tool)).info().outputSchema();
    assertThat(result.isError()).as(text(result)).isFalse();
    assertThat(
            new Validator(Objects.requireNonNull(schema))
                .violations(Objects.requireNonNull(result.structuredContent())))
        .isEmpty();
  }

  @Test
  void long_summaries_are_read_in_pieces_and_as_a_resource() {
    var long_ = "0123456789".repeat(3_000);
    var ids = new String[5];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = start("sleeper");
      call("agent_complete", Json.object().put("agent_id", ids[i]).put("summary", long_ + i));
    }
    var result = client.callTool("agent_status", ids(ids));
    assertThat(text(result).length()).isLessThan(45_000);
    assertThat(String.valueOf(result.structuredContent()).length()).isLessThan(45_000);
    var first = Objects.requireNonNull(result.structuredContent()).path("agents").get(0);
    assertThat(first.at("/rest/0/characters").asInt()).isEqualTo(30_001);
    int next = first.at("/rest/0/next_offset").asInt();
    assertThat(first.path("summary").asString()).isEqualTo(long_.substring(0, next));

    var more = call("agent_status", ids(ids[0]).put("offset_in_text", next));
    assertThat(more.at("/agents/0/summary").asString()).isEqualTo((long_ + "0").substring(next));
    assertThat(status(ids[0]).path("summary").asString()).isEqualTo(long_ + "0");

    var whole = client.readResource(first.at("/rest/0/resource").asString()).getFirst();
    assertThat(whole.text()).isEqualTo(long_ + "0");
  }

  @Test
  void the_payload_of_an_agent_is_a_resource_and_what_is_missing_is_said() {
    var id = start("sleeper");
    call(
        "agent_complete",
        Json.object().put("agent_id", id).put("summary", "Done").put("payload", "all of it"));
    assertThat(client.readResource("retinue://agents/%s/payload".formatted(id)).getFirst().text())
        .isEqualTo("all of it");
    assertThatThrownBy(() -> client.readResource("retinue://agents/%s/error".formatted(id)))
        .hasMessageContaining("has no error");
    assertThatThrownBy(() -> client.readResource("retinue://agents/agent-nobody/summary"))
        .isInstanceOf(RpcException.class);
  }

  @Test
  void very_many_agents_are_shown_in_pages() {
    var ids = new String[600];
    Arrays.fill(ids, "agent-" + "a".repeat(26));
    int seen = 0;
    for (int offset = 0; ; ) {
      var answer = call("agent_status", ids(ids).put("offset", offset));
      assertThat(answer.toString().length()).isLessThan(45_000);
      seen += answer.path("agents").size();
      assertThat(answer.at("/page/total").asInt()).isEqualTo(600);
      if (!answer.path("page").has("next_offset")) {
        break;
      }
      offset = answer.at("/page/next_offset").asInt();
    }
    assertThat(seen).isEqualTo(600);
  }

  private String start(String agent) {
    return call("agent_start", Json.object().put("contract", "go").put("agent", agent))
        .path("agent_id")
        .asString();
  }

  private JsonNode status(String id) {
    return call("agent_status", ids(id)).path("agents").get(0);
  }

  private JsonNode call(String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as(text(result)).isFalse();
    return Objects.requireNonNull(result.structuredContent());
  }

  private static String text(ToolResult result) {
    return ((Content.Text) result.content().getFirst()).text();
  }

  private static ObjectNode ids(String... ids) {
    var arguments = Json.object();
    var list = arguments.putArray("agent_ids");
    for (var id : ids) {
      list.add(id);
    }
    return arguments;
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
