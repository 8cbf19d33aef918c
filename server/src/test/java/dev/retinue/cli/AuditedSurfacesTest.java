package dev.retinue.cli;

import static dev.retinue.cli.Besides.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Origin;
import dev.retinue.core.audit.AuditEntry;
import dev.retinue.core.audit.AuditEntry.Outcome;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.http.Route;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Whatever changes something leaves an entry, by every tool and every route that there is: who,
/// what, which, how it ended and by which way. Everybody here asks once: refusals of one are only
/// counted after a while.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AuditedSurfacesTest {
  private static final String NOBODYS = "agent-aaaaaaaaaaaaaaaaaaaaaaaaaa";

  /// Here there is nobody of whom they ask anything, and nothing that they name.
  private static final Set<String> ASKING_NOBODY =
      Set.of("claude_code", "codex", "invoke_with_config", "spawn_claude", "spawn_codex");

  /// Whoever uses the link is noted; and there is no such template.
  private static final Set<String> DOING_NOTHING =
      Set.of("POST /api/sign-in-links", "POST /api/templates/{name}");

  @TempDir private static Path folder;
  private TwoCallers house;

  @BeforeAll
  void open() {
    house = new TwoCallers(folder);
  }

  @AfterAll
  void close() {
    house.close();
  }

  /// What he did himself: what his agents do may be there already, or not yet.
  private List<AuditEntry> of(Caller caller) {
    return house.staff().audit().log().after(0, 10_000).stream()
        .map(AuditLine::entry)
        .filter(it -> caller.id().equals(it.who().caller()) && it.who().run() == null)
        .toList();
  }

  private static Map<String, String> said() {
    var said = new HashMap<>(Besides.TOOLS);
    said.putAll(Besides.WITHOUT_IDS);
    return said;
  }

  @Test
  void every_tool_that_changes_something_leaves_an_entry() {
    var silent = new TreeSet<String>();
    said()
        .forEach(
            (tool, rest) -> {
              var caller = TwoCallers.caller("by-" + tool);
              try (var client = house.modern(caller)) {
                client.callTool(tool, arguments(tool, rest));
              }
              var entries = of(caller);
              if (entries.isEmpty()) {
                silent.add(tool);
              }
              for (var entry : entries) {
                assertThat(entry.origin().surface()).as(tool).isEqualTo(Origin.Surface.MCP);
                assertThat(entry.origin().tool()).isEqualTo(tool);
                assertThat(entry.origin().client()).isEqualTo("test");
                assertThat(entry.origin().address()).isEqualTo("127.0.0.1");
                assertThat(entry.subject().kind()).isIn("run", "session", "house");
              }
            });
    var looking = new TreeSet<String>();
    house
        .server()
        .tools()
        .forEach(
            (name, tool) -> {
              var hints = Objects.requireNonNull(tool.info().annotations());
              if (Boolean.TRUE.equals(hints.readOnlyHint())) {
                looking.add(name);
              }
            });
    assertThat(silent).contains("list_running", "agent_status", "list_agents");
    silent.removeAll(looking);
    assertThat(silent).containsExactlyInAnyOrderElementsOf(ASKING_NOBODY);
  }

  private ObjectNode arguments(String tool, String rest) {
    var arguments = (ObjectNode) Json.WIRE.readTree(json(rest));
    var schema = Objects.requireNonNull(house.server().tools().get(tool)).info().inputSchema();
    for (var name : schema.path("required")) {
      if (!arguments.has(name.asString())) {
        arguments.put(name.asString(), NOBODYS);
      }
    }
    if (tool.equals("codex-reply")) {
      arguments.put("threadId", NOBODYS);
    }
    if (tool.equals("agent_status")) {
      arguments.putArray("agent_ids").add(NOBODYS);
    }
    return arguments;
  }

  @Test
  void every_route_that_changes_something_leaves_an_entry() {
    var silent = new TreeSet<String>();
    for (var route : house.routes()) {
      var what = route.method() + " " + route.path().text();
      var caller = TwoCallers.caller("by-" + what.replaceAll("[^A-Za-z]+", "-"));
      house.send(caller, route.method(), path(route), body(what, route));
      var entries = of(caller);
      if (entries.isEmpty() && !route.method().equals("GET")) {
        silent.add(what);
      }
      for (var entry : entries) {
        assertThat(entry.origin().surface()).as(what).isEqualTo(Origin.Surface.REST);
        assertThat(entry.origin().tool()).isEqualTo(what);
        assertThat(entry.origin().address()).isEqualTo("127.0.0.1");
        assertThat(entry.origin().client()).startsWith("Java-http-client");
      }
    }
    assertThat(silent).containsExactlyInAnyOrderElementsOf(DOING_NOTHING);
  }

  private static String path(Route route) {
    var path = route.path().text();
    var id = path.startsWith("/api/sessions") ? "aaaaaaaaaaaaaaaaaaaaaaaaaa" : NOBODYS;
    return path.replace("{id}", id).replaceAll("\\{[^}]*}", "player");
  }

  private static String body(String what, Route route) {
    if (route.method().equals("GET") || route.method().equals("DELETE")) {
      return "";
    }
    var usual =
        switch (what) {
          case "POST /api/agents" -> "{'contract':'complete ok','agent':'player'}";
          case "POST /api/sessions" -> "{'agent':'player'}";
          case "POST /api/tokens" -> "{'name':'x'}";
          case "PATCH /api/tokens/{name}" -> "{'scope':'read'}";
          case "POST /api/fleet/workspaces" -> "{'name':'x','project':'None','task':'x'}";
          case "POST /api/fleet/workspaces/{name}/tasks" -> "{'task':'x'}";
          default -> "{}";
        };
    return json(Besides.BODIES.getOrDefault(what, usual)).replace("NEED", "x");
  }

  @Test
  void a_conversation_at_the_socket_is_noted_as_such() {
    var caller = TwoCallers.caller("by-socket");
    house.hello(caller, "/ws/new");
    assertThat(of(caller))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.action()).isEqualTo("session.open");
              assertThat(it.result().outcome()).isEqualTo(Outcome.OK);
              assertThat(it.origin().surface()).isEqualTo(Origin.Surface.SOCKET);
              assertThat(it.origin().tool()).isEqualTo("GET /ws/{conversation_id}");
            });
    var stranger = TwoCallers.caller("by-another-socket");
    house.listen(stranger, "/ws/agent/" + NOBODYS);
    assertThat(of(stranger)).as("who only looks").isEmpty();
  }
}
