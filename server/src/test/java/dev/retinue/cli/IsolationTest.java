package dev.retinue.cli;

import static dev.retinue.cli.Besides.json;
import static dev.retinue.cli.TwoCallers.ANNA;
import static dev.retinue.cli.TwoCallers.BERT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.TwoCallers.Answer;
import dev.retinue.cli.TwoCallers.Things;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.testing.Repository;
import dev.retinue.web.http.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What belongs to another caller looks exactly like what does not exist, byte for byte, wherever
/// an id can be said. A new tool or route that takes one has to stand here, or this fails.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IsolationTest {
  /// Arguments that are ids, by their names and by what is said of them.
  private static final Pattern ID_NAME =
      Pattern.compile("(?i).*(_|^)ids?$|.*Id$|resume|up_to|.*thread.*|parent|need");

  private static final Pattern ID_DESCRIPTION =
      Pattern.compile("(?s).*(spawn_id|run_id|session_id|agent_id|threadId|task_id).*");

  private static final Pattern RUN_IN_ADDRESS =
      Pattern.compile("\\{(id|run|run_id|agent_id|spawn_id)\\}");

  /// How tools say it: most by an error, some of each of several, and one in which nothing
  /// happened.
  private static final List<String> NOT_THERE =
      List.of("\"isError\":true", "not found", "\"interrupted\":false");

  /// Those are the same for everybody: names of the staff, of the fleet, of templates. What is said
  /// of tokens is for the owner alone.
  private static final Set<String> NAMES_OF_ALL =
      Set.of("/api/staff", "/api/templates", "/api/fleet", "/api/tokens");

  @TempDir private static Path folder;
  private TwoCallers house;
  private Things berts;
  private Things nobodys;
  private Things annas;

  @BeforeAll
  void open() throws InterruptedException {
    house = new TwoCallers(folder);
    berts = house.thingsOf(BERT);
    nobodys = berts.ofNobody();
    annas = house.thingsOf(ANNA);
  }

  @AfterAll
  void close() {
    house.close();
  }

  @Test
  void no_tool_tells_another_callers_ids_from_those_of_nobody() {
    var tried = new TreeSet<String>();
    house
        .server()
        .tools()
        .forEach(
            (name, tool) ->
                ids(tool.info().inputSchema(), "")
                    .forEach(
                        (id, kind) -> {
                          assertThat(Besides.TOOLS)
                              .as("%s takes the id '%s': say here what else it takes", name, id)
                              .containsKey(name);
                          same(
                              name + "." + id,
                              its -> house.rpc(ANNA, "tools/call", call(name, id, kind, its)),
                              Refused.TOOL);
                          tried.add(name);
                        }));
    assertThat(tried).containsExactlyInAnyOrderElementsOf(Besides.TOOLS.keySet());
  }

  @Test
  void no_tool_that_takes_no_id_tells_of_another_caller() {
    var tools = new TreeSet<>(house.server().tools().keySet());
    tools.removeAll(Besides.TOOLS.keySet());
    assertThat(tools).containsExactlyInAnyOrderElementsOf(Besides.WITHOUT_IDS.keySet());
    Besides.WITHOUT_IDS.forEach(
        (tool, said) -> {
          var params = Json.object().put("name", tool);
          params.set("arguments", Json.WIRE.readTree(json(said)));
          foreign(tool, house.rpc(ANNA, "tools/call", params).body());
        });
  }

  @Test
  void no_prompt_and_no_resource_tells_of_another_caller() {
    for (var prompt : house.server().prompts().values()) {
      var arguments = Json.object();
      for (var it : prompt.info().arguments()) {
        assertThat(ID_NAME.matcher(it.name()).matches()).as("whose is '%s'?", it).isFalse();
        if (it.required()) {
          arguments.put(it.name(), "x");
        }
      }
      var params = Json.object().put("name", prompt.info().name());
      params.set("arguments", arguments);
      var told = house.rpc(ANNA, "prompts/get", params).body();
      assertThat(told).contains("\"messages\"");
      foreign(prompt.info().name(), told);
    }
    foreign("prompts/list", house.rpc(ANNA, "prompts/list", Json.object()).body());
    foreign("resources/list", house.rpc(ANNA, "resources/list", Json.object()).body());
    for (var uri : house.server().resources().keySet()) {
      foreign(uri, house.rpc(ANNA, "resources/read", Json.object().put("uri", uri)).body());
    }
  }

  /// Nothing of Bert's is in it.
  private void foreign(String what, String told) {
    assertThat(told).as(what).doesNotContain(idsOf(berts)).doesNotContain("bert");
  }

  @Test
  void no_route_tells_another_callers_ids_from_those_of_nobody() {
    int tried = 0;
    for (var route : house.routes()) {
      var names = route.path().names();
      if (names.isEmpty()) {
        continue;
      }
      if (names.getFirst().equals("id")) {
        var session = route.path().text().startsWith("/api/sessions");
        same(
            route.method() + " " + route.path().text(),
            its -> ask(route, its, session),
            Refused.REST);
        tried++;
      } else {
        assertThat(NAMES_OF_ALL)
            .as("%s takes a name: whose?", route.path().text())
            .anyMatch(route.path().text()::startsWith);
      }
    }
    assertThat(tried).isGreaterThan(25);
  }

  /// They are for the owner alone, who is told that; whose name it is makes no difference.
  @Test
  void no_route_of_tokens_tells_a_name_that_is_known_from_one_that_is_not() {
    for (var route : house.routes()) {
      var path = route.path().text();
      if (path.startsWith("/api/tokens") && !route.path().names().isEmpty()) {
        var known = house.send(ANNA, route.method(), path.replaceAll("\\{[^}]*}", "bert"), "{}");
        var other = house.send(ANNA, route.method(), path.replaceAll("\\{[^}]*}", "nobd"), "{}");
        assertThat(other.status()).as(path).isIn(403, 404);
        assertThat(known.body().replace("bert", "nobd")).as(path).isEqualTo(other.body());
        assertThat(known.status()).as(path).isEqualTo(other.status());
      }
    }
  }

  @Test
  void no_resource_tells_another_callers_ids_from_those_of_nobody() {
    int tried = 0;
    for (var template : house.server().templates().keySet()) {
      if (!RUN_IN_ADDRESS.matcher(template).find()) {
        assertThat(template).as("whose is that?").startsWith("agents://context");
        continue;
      }
      for (var ended : List.of(true, false)) {
        same(
            template,
            its ->
                house.rpc(
                    ANNA,
                    "resources/read",
                    Json.object().put("uri", filled(template, ended ? its.ended() : its.run()))),
            Refused.RPC);
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(6);
  }

  @Test
  void no_request_about_tasks_tells_another_callers_ids_from_those_of_nobody() {
    try (var client = house.modern(ANNA)) {
      for (var method : List.of("tasks/get", "tasks/cancel", "tasks/update")) {
        same(
            method,
            its -> {
              var params = Json.object().put("taskId", its.task());
              params.putObject("inputResponses");
              try {
                return new Answer(200, "", client.request(method, params).toString());
              } catch (RpcException e) {
                return new Answer(e.httpStatus(), "", e.error().toString());
              }
            },
            Refused.TASK);
      }
      assertThat(client.request("tasks/get", Json.object().put("taskId", annas.task())).toString())
          .contains(annas.task());
    }
  }

  @Test
  void no_socket_tells_another_callers_run_from_one_of_nobody() {
    same("/ws/agent/{id}", its -> house.listen(ANNA, "/ws/agent/" + its.run()), Refused.SOCKET);
  }

  /// Whoever names a conversation that is not his begins one that he calls so.
  @Test
  void no_socket_tells_another_callers_session_from_one_of_nobody() {
    Function<Things, String> hello =
        its -> {
          var heard = house.hello(ANNA, "/ws/" + its.session());
          var made = Json.WIRE.readTree(heard).path("session_id").asString();
          assertThat(made).isNotEqualTo(its.session());
          return its.without(heard.replace(made, "MADE"));
        };
    assertThat(hello.apply(berts)).isEqualTo(hello.apply(nobodys));
    foreign("/ws/feed", house.hello(ANNA, "/ws/feed"));
  }

  @Test
  void there_are_no_other_sockets() {
    var sockets =
        Pattern.compile("`(/ws/[^`?]+)`")
            .matcher(Repository.text(Repository.ROOT.resolve("docs/api.md")))
            .results()
            .map(it -> it.group(1));
    assertThat(sockets).containsOnly("/ws/feed", "/ws/agent/{id}", "/ws/{conversation_id}");
  }

  @Test
  void lists_have_what_is_ones_own() {
    for (var path :
        List.of(
            "/api/agents",
            "/api/sessions?include_closed=true",
            "/api/pending",
            "/api/events?after=0",
            "/api/limits",
            "/api/journal",
            "/api/health")) {
      var heard = house.send(ANNA, "GET", path, "").body();
      assertThat(heard).as(path).doesNotContain(idsOf(berts)).doesNotContain("bert");
    }
    for (var tool : List.of("list_running", "list_sessions", "list_pending", "retinue_status")) {
      var heard = house.rpc(ANNA, "tools/call", Json.object().put("name", tool)).body();
      assertThat(heard).as(tool).doesNotContain(idsOf(berts)).doesNotContain("bert");
    }
  }

  @Test
  void a_key_that_another_caller_used_is_free() {
    var order =
        "{\"contract\":\"complete %s\",\"agent\":\"player\",\"idempotency_key\":\"the-same\"}";
    var berts = house.post(BERT, "/api/agents", order.formatted("one"));
    var annas = house.post(ANNA, "/api/agents", order.formatted("other"));
    assertThat(berts.status()).as(berts.body()).isEqualTo(200);
    assertThat(annas.status()).as(annas.body()).isEqualTo(200);
    assertThat(annas.json().path("id")).isNotEqualTo(berts.json().path("id"));
  }

  private static List<String> idsOf(Things its) {
    return List.of(its.run(), its.ended(), its.session(), its.task());
  }

  /// So that it is not for another reason that nobody is told anything.
  @Test
  void what_is_ones_own_is_told() {
    for (var path :
        List.of(
            "agents/" + annas.run(), "agents/" + annas.ended(), "sessions/" + annas.session())) {
      assertThat(house.send(ANNA, "GET", "/api/" + path, "").status()).as(path).isEqualTo(200);
    }
    var status = house.rpc(ANNA, "tools/call", call("agent_status", "agent_ids", true, annas));
    assertThat(status.body()).contains("running").doesNotContain("not found");
    var summary = filled("retinue://agents/{agent_id}/{part}", annas.ended());
    assertThat(house.rpc(ANNA, "resources/read", Json.object().put("uri", summary)).body())
        .contains("a secret");
  }

  /// How the refusal of what is not there looks, so that nothing else is compared by mistake.
  private enum Refused {
    TOOL,
    REST,
    RPC,
    TASK,
    SOCKET;

    boolean fits(Answer answer) {
      return switch (this) {
        case TOOL -> NOT_THERE.stream().anyMatch(answer.body()::contains);
        case REST -> answer.status() == 404;
        case RPC -> answer.body().contains("\"error\"");
        case TASK -> answer.body().contains("There is no task");
        case SOCKET -> answer.body().contains("There is no");
      };
    }
  }

  private void same(String what, Function<Things, Answer> ask, Refused refused) {
    var unknown = ask.apply(nobodys);
    var foreign = ask.apply(berts);
    assertThat(refused.fits(unknown)).as("%s: %s", what, unknown).isTrue();
    assertThat(foreign.without(berts)).as(what).isEqualTo(unknown.without(nobodys));
  }

  /// Which arguments of this schema are ids, and whether they are lists.
  private static Map<String, Boolean> ids(JsonNode schema, String above) {
    var ids = new TreeMap<String, Boolean>();
    for (var property : schema.path("properties").properties()) {
      var type = property.getValue().path("type").asString("");
      var description = property.getValue().path("description").asString("");
      boolean text = type.equals("string") || type.equals("array");
      if (text
          && (ID_NAME.matcher(property.getKey()).matches()
              || ID_DESCRIPTION.matcher(description).matches())) {
        ids.put(above + property.getKey(), type.equals("array"));
      }
      ids.putAll(ids(property.getValue(), above + property.getKey() + "."));
      ids.putAll(ids(property.getValue().path("items"), above + property.getKey() + "[]."));
    }
    return ids;
  }

  /// A call with this id, and with things of one's own besides.
  private ObjectNode call(String tool, String name, boolean many, Things its) {
    var arguments = (ObjectNode) Json.WIRE.readTree(json(Besides.TOOLS.getOrDefault(tool, "{}")));
    boolean session = name.equals("session_id");
    if (!session
        && ids(Objects.requireNonNull(house.server().tools().get(tool)).info().inputSchema(), "")
            .containsKey("session_id")) {
      arguments.put("session_id", annas.session());
    }
    var id = session ? its.session() : name.equals("resume") ? its.ended() : its.run();
    if (many) {
      arguments.putArray(name).add(id);
    } else {
      arguments.put(name, id);
    }
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    return params;
  }

  private Answer ask(Route route, Things its, boolean session) {
    boolean blob = route.path().text().endsWith("/payload");
    var path =
        route
            .path()
            .text()
            .replace("{id}", session ? its.session() : blob ? its.ended() : its.run())
            .replace("{name}", "player")
            .replace("{member}", "player");
    var key = route.method() + " " + route.path().text();
    var usual = route.method().equals("GET") || route.method().equals("DELETE") ? "" : "{}";
    var body = json(Besides.BODIES.getOrDefault(key, usual)).replace("NEED", its.need());
    return house.send(ANNA, route.method(), path, body);
  }

  private static String filled(String template, String run) {
    return template
        .replaceAll(RUN_IN_ADDRESS.pattern(), run)
        .replace("{part}", "summary")
        .replaceAll("\\{[^}]*\\}", "1");
  }
}
