package dev.retinue.toolset.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.Principal;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools over the real edge, with agents that wait.
final class RelayTest {
  @TempDir private Path folder;
  private TestStaff staff;
  private McpServer server;
  private WebServer web;
  private McpClient client;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff = TestStaff.in(folder, clock).hire("player", "").begin(new ScriptedRuntime(clock));
    server = new McpServer(Implementation.of("retinue", "1"), "");
    Relay.tools(staff.staff(), staff.register()).forEach(server::add);
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
  void what_agents_wait_for_is_listed_with_its_kind_and_its_choices() {
    assertThat(pending()).isEmpty();
    var asking = waiting("ask Which colour?\ncomplete {answer}");
    var wanting = waiting("permission delete the old files\ncomplete Done");

    assertThat(pending()).hasSize(2);
    assertThat(of(asking))
        .hasToString(
            ("{\"agent_id\":\"%s\",\"agent\":\"player\",\"need\":\"step-1\",\"kind\":\"answer\","
                    + "\"text\":\"Which colour?\",\"since\":\"2030-01-01T12:00:00Z\"}")
                .formatted(asking));
    assertThat(of(wanting).path("kind").asString()).isEqualTo("permission");
    assertThat(of(wanting).path("options").toString()).isEqualTo("[\"allow\",\"deny\"]");
  }

  @Test
  void an_answer_lets_the_agent_go_on_and_needs_no_name_where_there_is_one_question() {
    var id = waiting("ask Which colour?\ncomplete {answer}");

    assertThat(answer(id, null, "blue"))
        .hasToString("{\"agent_id\":\"%s\",\"need\":\"step-1\",\"still_pending\":0}".formatted(id));

    assertThat(((State.Completed) staff.awaitEnd(id).state()).summary()).isEqualTo("blue");
    assertThat(pending()).isEmpty();
    refused(id, null, "red", "CONFLICT", "Agent '%s' is completed and waits for nothing.");
  }

  @Test
  void what_is_unclear_is_refused_with_what_there_is() {
    var id = waiting("ask Which colour?\ncomplete {answer}");
    refused(
        id, "step-2", "x", "CONFLICT", "Agent '%s' does not wait for 'step-2', but for 'step-1'.");
    assertThat(answer(id, "step-1", "blue").path("need").asString()).isEqualTo("step-1");
    var other = waiting("permission go\ncomplete Gone");
    refused(
        other,
        null,
        "perhaps",
        "INVALID_INPUT",
        "The answer to 'step-1' is 'allow' or 'deny', not 'perhaps'.");
    refused(new RunId("agent-" + "a".repeat(26)), null, "x", "NOT_FOUND", "There is no run '%s'.");
    answer(other, null, "deny");
    assertThat(staff.awaitEnd(other).state()).isInstanceOf(State.Failed.class);
  }

  @Test
  void what_no_words_can_give_is_listed_and_not_answered() {
    var little = new Terms(Budget.cost(Money.usd("0.01")), false, null, null);
    var id = staff.start(StartRequest.of("player", "spend 0.02\ncomplete Done").under(little));
    staff.await(id, run -> !run.needs().isEmpty());
    assertThat(of(id).path("kind").asString()).isEqualTo("budget");

    var result = client.callTool("answer", arguments(id, null, "take it"));

    assertThat(result.isError()).isTrue();
    assertThat(result.content().toString()).contains("waits for budget, which no answer gives it");
    assertThat(staff.run(id).needs()).extracting(Need::kind).containsExactly(Need.Kind.BUDGET);
  }

  @Test
  void others_see_and_answer_nothing() {
    var id = waiting("ask Which colour?\ncomplete {answer}");
    try (var others = serve(new Caller("bert", "bert", Caller.Scope.RUN, null));
        var bert = connect(others)) {
      assertThat(bert.callTool("list_pending", Json.object()).content().toString())
          .contains("\"pending\":[]");
      var result = bert.callTool("answer", arguments(id, null, "blue"));
      assertThat(result.content().toString()).contains("There is no run '%s'.".formatted(id));
    }
    try (var readers = serve(new Caller(Caller.OWNER, "reader", Caller.Scope.READ, null));
        var reader = connect(readers)) {
      var result = reader.callTool("answer", arguments(id, null, "blue"));
      assertThat(result.content().toString()).contains("may only read");
    }
    assertThat(staff.run(id).needs()).hasSize(1);
  }

  /// A run gives itself no leave, and what it says is no answer.
  @Test
  void an_agent_cannot_answer_itself() {
    var id = waiting("permission delete everything\ncomplete Done");
    var itself = new Caller(Caller.OWNER, id.text(), Caller.Scope.RUN, id);
    try (var own = serve(itself);
        var agent = connect(own)) {
      var result = agent.callTool("answer", arguments(id, null, "allow"));
      assertThat(result.content().toString()).contains("cannot answer this");
    }
    assertThat(staff.run(id).needs()).hasSize(1);
  }

  private void refused(
      RunId id, @Nullable String need, String answer, String code, String sentence) {
    var result = client.callTool("answer", arguments(id, need, answer));
    assertThat(result.isError()).isTrue();
    var error = Objects.requireNonNull(result.structuredContent()).path("error");
    assertThat(error.path("message").asString()).isEqualTo(sentence.formatted(id));
    assertThat(error.path("code").asString()).isEqualTo(code);
  }

  private JsonNode answer(RunId id, @Nullable String need, String answer) {
    return call("answer", arguments(id, need, answer));
  }

  private static ObjectNode arguments(RunId id, @Nullable String need, String answer) {
    var arguments = Json.object().put("agent_id", id.text()).put("answer", answer);
    return need == null ? arguments : arguments.put("need", need);
  }

  private JsonNode pending() {
    return call("list_pending", Json.object()).path("pending");
  }

  private JsonNode of(RunId id) {
    for (var pending : pending()) {
      if (pending.path("agent_id").asString().equals(id.text())) {
        return pending;
      }
    }
    throw new AssertionError("nothing pending of " + id);
  }

  private JsonNode call(String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as(result.content().toString()).isFalse();
    var structured = Objects.requireNonNull(result.structuredContent());
    var schema = Objects.requireNonNull(server.tools().get(tool)).info().outputSchema();
    assertThat(new Validator(Objects.requireNonNull(schema)).violations(structured)).isEmpty();
    return structured;
  }

  private RunId waiting(String script) {
    var id = staff.start("player", script);
    staff.await(id, run -> !run.needs().isEmpty());
    return id;
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
