package dev.retinue.cli;

import static dev.retinue.cli.Besides.json;
import static dev.retinue.cli.TwoCallers.BERT;
import static dev.retinue.cli.TwoCallers.WALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.TwoCallers.Answer;
import dev.retinue.cli.TwoCallers.Things;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.http.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Who has the scope `watch` sees what belongs to everybody, and changes nothing by any tool, route
/// or socket: also by those that are yet to come, because all there are are tried.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WatcherTest {
  private static final String REFUSED = "needs one with the scope";

  /// Nobody is there who could do what these are for.
  private static final Set<String> NOT_HERE =
      Set.of(
          "claude_code",
          "codex",
          "codex-reply",
          "invoke_with_config",
          "spawn_claude",
          "spawn_codex");

  /// Where nobody waits in that session, and a link that signs in as oneself.
  private static final Set<String> ELSEWHERE =
      Set.of("/api/sessions/{id}/resume", "/api/sessions/{id}/elicitation", "/api/sign-in-links");

  private static final Map<String, String> BODIES =
      Map.of(
          "POST /api/agents", "{'contract':'x'}",
          "POST /api/fleet/workspaces", "{'name':'amy','project':'None','task':'x'}",
          "POST /api/fleet/workspaces/{name}/tasks", "{'task':'x'}");

  @TempDir private static Path folder;
  private TwoCallers house;
  private Things berts;

  @BeforeAll
  void open() throws InterruptedException {
    house = new TwoCallers(folder);
    berts = house.thingsOf(BERT);
  }

  @AfterAll
  void close() {
    house.close();
  }

  @Test
  void a_watcher_sees_the_runs_and_sessions_of_others_and_what_they_wait_for() {
    for (var path : List.of("/api/agents", "/api/events?after=0", "/api/agents/" + berts.run())) {
      assertThat(get(path)).as(path).contains(berts.run());
    }
    assertThat(get("/api/pending")).contains(berts.need());
    assertThat(get("/api/sessions?everybody=true")).contains(berts.session());
    assertThat(get("/api/sessions/" + berts.session())).contains("secret");
    assertThat(get("/api/costs?by=caller")).contains("bert");
    assertThat(house.hello(WALL, "/ws/feed")).contains("watch");
    assertThat(call("agent_status", "{'agent_ids':['RUN']}").body()).contains("Sure?");
  }

  @Test
  void a_watcher_looks_at_the_house_as_an_administrator_does() {
    for (var path : List.of("/api/vitals", "/api/audit", "/api/fleet", "/api/fleet/workspaces")) {
      get(path);
      assertThat(house.send(BERT, "GET", path, "").status()).as(path).isEqualTo(403);
    }
    assertThat(call("list_agents", "{'kind':'fleet'}").body()).doesNotContain("\"isError\":true");
  }

  @Test
  void whose_result_a_watcher_asks_for_is_noted_by_whatever_way_he_does() {
    int noted = read();
    for (var tool :
        Map.of(
                "get_result", "{'spawn_id':'%s'}",
                "wait_for_agents", "{'spawn_ids':['%s']}")
            .entrySet()) {
      call(tool.getKey(), tool.getValue().formatted(berts.ended()));
      assertThat(read()).as(tool.getKey()).isEqualTo(++noted);
    }
    for (var address : List.of("agents://runs/%s/output", "retinue://agents/%s/summary")) {
      var params = Json.object().put("uri", address.formatted(berts.ended()));
      assertThat(house.rpc(WALL, "resources/read", params).body()).contains("secret");
      assertThat(read()).as(address).isEqualTo(++noted);
    }
  }

  @Test
  void whose_conversation_a_watcher_reads_is_noted_by_whatever_way_he_does() {
    int noted = conversationsRead();
    var session = berts.session();
    get("/api/sessions/" + session);
    assertThat(conversationsRead()).isEqualTo(++noted);
    get("/api/sessions/" + session + "/messages");
    assertThat(conversationsRead()).isEqualTo(++noted);
    call("get_session_history", "{'session_id':'%s'}".formatted(session));
    assertThat(conversationsRead()).isEqualTo(++noted);
    house.answer(WALL, "/ws/" + session, json("{'type':'interrupt'}"));
    assertThat(conversationsRead()).isEqualTo(++noted);
    assertThat(house.send(BERT, "GET", "/api/sessions/" + session, "").status()).isEqualTo(200);
    assertThat(conversationsRead()).as("his own").isEqualTo(noted);
  }

  private int conversationsRead() {
    return noted("session.read", berts.session());
  }

  private int read() {
    return noted("payload.read", berts.ended());
  }

  private int noted(String action, String subject) {
    var entries = get("/api/audit?action=%s&subject=%s".formatted(action, subject));
    return Json.WIRE.readTree(entries).path("entries").size();
  }

  @Test
  void no_route_lets_a_watcher_change_anything() {
    var before = state();
    var tried = new TreeSet<String>();
    for (var route : house.routes()) {
      if (!route.method().equals("GET") && !ELSEWHERE.contains(route.path().text())) {
        var answer = ask(route);
        var name = route.method() + " " + route.path().text();
        assertThat(answer.status()).as("%s: %s", name, answer.body()).isEqualTo(403);
        tried.add(name);
      }
    }
    assertThat(tried).hasSizeGreaterThan(25);
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void no_tool_lets_a_watcher_change_anything() {
    var before = state();
    var tried = new TreeSet<String>();
    house
        .server()
        .tools()
        .forEach(
            (name, tool) -> {
              var reads = tool.info().annotations();
              boolean changes = reads == null || !Boolean.TRUE.equals(reads.readOnlyHint());
              if (changes && !NOT_HERE.contains(name)) {
                var said = arguments(name, tool.info().inputSchema().path("properties"));
                assertThat(call(name, said.toString()).body())
                    .as(name)
                    .contains("\"isError\":true")
                    .contains(REFUSED);
                tried.add(name);
              }
            });
    assertThat(tried).hasSizeGreaterThan(25);
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void no_socket_lets_a_watcher_say_anything() {
    var before = state();
    var run = "/ws/agent/" + berts.run();
    for (var said :
        List.of(
            "{'type':'set_contract','contract':'x'}", "{'type':'stop'}", "{'type':'restart'}")) {
      assertThat(house.answer(WALL, run, json(said))).as(said).contains(REFUSED);
    }
    for (var said :
        List.of(
            "{'type':'message','content':'x'}",
            "{'type':'steer','content':'x'}",
            "{'type':'interrupt'}")) {
      assertThat(house.answer(WALL, "/ws/" + berts.session(), json(said)))
          .as(said)
          .contains(REFUSED);
    }
    assertThat(house.listen(WALL, "/ws/new").body()).contains(REFUSED);
    assertThat(house.listen(WALL, "/ws/a-name").body()).contains(REFUSED);
    assertThat(state()).isEqualTo(before);
  }

  /// All that a change of a run or a session would change.
  private String state() {
    var events = Json.WIRE.readTree(get("/api/events?after=0&limit=500"));
    assertThat(events.path("events").size()).as("all fit").isLessThan(500);
    var sessions = get("/api/sessions?everybody=true&include_closed=true");
    return events.path("events") + sessions + get("/api/pending");
  }

  private String get(String path) {
    var answer = house.send(WALL, "GET", path, "");
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isEqualTo(200);
    return answer.body();
  }

  private Answer call(String tool, String arguments) {
    var params = Json.object().put("name", tool);
    params.set("arguments", Json.WIRE.readTree(json(arguments).replace("RUN", berts.run())));
    return house.rpc(WALL, "tools/call", params);
  }

  /// With Bert's ids wherever one can be said.
  private ObjectNode arguments(String tool, JsonNode properties) {
    var usual = Besides.WITHOUT_IDS.getOrDefault(tool, "{}");
    var said = (ObjectNode) Json.WIRE.readTree(json(Besides.TOOLS.getOrDefault(tool, usual)));
    for (var name : List.of("agent_id", "spawn_id", "run_id", "id", "need", "session_id")) {
      if (properties.has(name)) {
        said.put(
            name,
            switch (name) {
              case "session_id" -> berts.session();
              case "need" -> berts.need();
              default -> berts.run();
            });
      }
    }
    for (var name : List.of("agent_ids", "spawn_ids", "ids")) {
      if (properties.has(name)) {
        said.putArray(name).add(berts.run());
      }
    }
    return said;
  }

  private Answer ask(Route route) {
    var text = route.path().text();
    boolean session = text.startsWith("/api/sessions");
    var path =
        text.replace("{id}", session ? berts.session() : berts.run())
            .replace("{name}", text.startsWith("/api/templates") ? "review_code" : "player")
            .replace("{member}", "player");
    var key = route.method() + " " + text;
    var usual = route.method().equals("DELETE") ? "" : "{}";
    var body =
        json(Besides.BODIES.getOrDefault(key, BODIES.getOrDefault(key, usual)))
            .replace("NEED", berts.need());
    return house.send(WALL, route.method(), path, body);
  }
}
