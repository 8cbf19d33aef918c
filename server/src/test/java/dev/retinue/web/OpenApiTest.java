package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.web.http.Template;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI document says what is served, and what is served is what it says.
final class OpenApiTest {
  /// What was promised, whatever the code says.
  private static final Set<String> PROMISED =
      Set.of(
          "GET /api/health",
          "GET /api/vitals",
          "GET /api/ping",
          "GET /api/audit",
          "GET /api/export",
          "POST /api/import",
          "GET /api/me",
          "POST /api/sign-in-links",
          "GET /api/tools",
          "GET /api/staff",
          "GET /api/staff/{name}",
          "GET /api/pending",
          "GET /api/limits",
          "GET /api/costs",
          "GET /api/tokens",
          "POST /api/tokens",
          "GET /api/tokens/{name}",
          "PATCH /api/tokens/{name}",
          "POST /api/tokens/{name}/rotate",
          "DELETE /api/tokens/{name}",
          "GET /api/journal",
          "GET /api/events",
          "GET /api/openapi.json",
          "GET /api/templates",
          "POST /api/templates/{name}",
          "GET /api/doctor",
          "GET /api/fleet",
          "GET /api/fleet/projects",
          "GET /api/fleet/roles",
          "GET /api/fleet/workspaces",
          "POST /api/fleet/workspaces",
          "GET /api/fleet/workspaces/{name}",
          "DELETE /api/fleet/workspaces/{name}",
          "POST /api/fleet/workspaces/{name}/restart",
          "GET /api/fleet/workspaces/{name}/tasks",
          "POST /api/fleet/workspaces/{name}/tasks",
          "POST /api/fleet/workspaces/{name}/cancel",
          "GET /api/fleet/workspaces/{name}/log",
          "GET /api/agents",
          "POST /api/agents",
          "GET /api/agents/{id}",
          "DELETE /api/agents/{id}",
          "POST /api/agents/{id}/contract",
          "POST /api/agents/{id}/start",
          "POST /api/agents/{id}/stop",
          "POST /api/agents/{id}/restart",
          "POST /api/agents/{id}/complete",
          "POST /api/agents/{id}/answers",
          "POST /api/agents/{id}/budget",
          "GET /api/agents/{id}/payload",
          "GET /api/agents/{id}/output",
          "GET /api/agents/{id}/events",
          "GET /api/sessions",
          "POST /api/sessions",
          "GET /api/sessions/{id}",
          "DELETE /api/sessions/{id}",
          "PATCH /api/sessions/{id}/title",
          "GET /api/sessions/{id}/messages",
          "POST /api/sessions/{id}/messages",
          "POST /api/sessions/{id}/agent/{name}",
          "POST /api/sessions/{id}/agent/{name}/{member}",
          "POST /api/sessions/{id}/followup",
          "POST /api/sessions/{id}/steer",
          "POST /api/sessions/{id}/interrupt",
          "POST /api/sessions/{id}/fork",
          "POST /api/sessions/{id}/transfer",
          "POST /api/sessions/{id}/resume",
          "POST /api/sessions/{id}/elicitation");

  @TempDir private Path folder;
  private FleetScene scene;
  private TestApi api;
  private JsonNode document;
  private final Set<String> walked = new HashSet<>();

  @BeforeEach
  void open() {
    scene = new FleetScene(Mode.CURRENT);
    scene.coder.project("Setup", "Coder");
    api = TestApi.with(new Fleets(Map.of("test", scene.fleet), "test"), folder);
    document = api.get(OWNER, "/api/openapi.json").json();
  }

  @AfterEach
  void close() {
    api.close();
    scene.close();
  }

  @Test
  void it_describes_what_was_promised_and_every_route_and_nothing_else() {
    var routes = new TreeSet<String>();
    api.routes().forEach(route -> routes.add(route.method() + " " + route.path().text()));
    assertThat(documented()).isEqualTo(routes);
    assertThat(documented()).isEqualTo(new TreeSet<>(PROMISED));
  }

  @Test
  void every_operation_it_has_is_served_and_every_other_method_is_not() {
    for (var path : document.path("paths").propertyNames()) {
      var known = new TreeSet<String>();
      document
          .path("paths")
          .path(path)
          .propertyNames()
          .forEach(method -> known.add(method.toUpperCase(Locale.ROOT)));
      for (var method : Set.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
        var answer =
            api.send(ANNA, method, path.replaceAll("\\{(id|name|member)\\}", "agent-x"), "");
        assertThat(answer.status() == 405).as(method + path).isEqualTo(!known.contains(method));
        assertThat(answer.body()).as(method + path).doesNotContain("There is nothing here");
      }
    }
  }

  @Test
  void every_answer_of_a_walk_through_all_of_it_fits_its_schema() {
    for (var path :
        new String[] {
          "health",
          "ping",
          "me",
          "tools",
          "staff",
          "staff/player",
          "pending",
          "journal",
          "audit",
          "openapi.json",
          "doctor",
          "templates"
        }) {
      check("GET", "/api/" + path, "");
    }
    check("POST", "/api/sign-in-links", "");
    var made = check("POST", "/api/agents", "").path("id").asString();
    var run = "/api/agents/" + made;
    check("POST", run + "/contract", "{\"contract\":\"print 100b\\nask Why?\\ncomplete done\"}");
    check("POST", run + "/start", "");
    var id = RunId.of(made);
    var need = api.staff().await(id, it -> !it.needs().isEmpty()).needs().getFirst().id();
    check("GET", "/api/pending", "");
    check("GET", "/api/vitals", "");
    check("GET", "/api/limits", "");
    walkThroughTokens();
    check("GET", "/api/agents", "");
    check("POST", run + "/budget", "{\"max_turns\":5,\"max_cost_usd\":0.5}");
    check("POST", run + "/answers", "{\"need\":\"%s\",\"answer\":\"so\"}".formatted(need));
    api.staff().awaitEnd(id);
    check("GET", run, "");
    check("POST", run + "/stop", "");
    var again = RunId.of(check("POST", run + "/restart", "").path("id").asString());
    api.staff().await(again, it -> !it.needs().isEmpty());
    check("GET", "/api/agents/" + again, "");
    check(
        "POST",
        "/api/agents/" + again + "/complete",
        "{\"summary\":\"done\",\"payload\":\"all of it\"}");
    check("GET", "/api/agents/" + again, "");
    check("GET", "/api/agents/" + again + "/events", "");
    check("GET", "/api/events?limit=3", "");
    check("DELETE", "/api/agents/" + again, "");
    assertThat(api.get(OWNER, run + "/output", "Accept-Encoding", "gzip").status()).isEqualTo(200);
    walked.add("GET /api/agents/{id}/output");
    // There is none, which is an answer too, and not JSON.
    assertThat(api.get(OWNER, run + "/payload", "Accept-Encoding", "gzip").status()).isEqualTo(404);
    walked.add("GET /api/agents/{id}/payload");
    assertThat(api.get(OWNER, "/api/export?run=" + id).status()).isEqualTo(200);
    walked.add("GET /api/export");
    assertThat(api.send(OWNER, "POST", "/api/import", "no zip").status()).isEqualTo(400);
    walked.add("POST /api/import");
    walkThroughSessions();
    walkThroughFleet();
    TemplatesApiTest.write(folder);
    check("POST", "/api/templates/tea", "{\"leaves\":\"green\"}");
    assertThat(walked).isEqualTo(PROMISED);
  }

  private void walkThroughTokens() {
    check("POST", "/api/tokens", "{\"name\":\"ci\",\"agents\":[\"player\"],\"expires\":\"30d\"}");
    check("GET", "/api/tokens", "");
    send("PATCH", "/api/tokens/ci", "{\"budget_per_day_usd\":1.5,\"clear\":[\"expires\"]}");
    check("GET", "/api/costs?by=model", "");
    check("GET", "/api/tokens/ci", "");
    check("POST", "/api/tokens/ci/rotate", "{\"grace\":\"15m\"}");
    check("DELETE", "/api/tokens/ci", "");
  }

  private void walkThroughFleet() {
    check("GET", "/api/fleet", "");
    check("GET", "/api/fleet/projects", "");
    check("GET", "/api/fleet/roles?project=Setup", "");
    var all = "/api/fleet/workspaces";
    check("POST", all, "{\"name\":\"amy\",\"project\":\"Setup\",\"task\":\"Do it.\"}");
    scene.coder.settle();
    scene.coder.workspace("amy").agentApi().finish("Done.");
    check("GET", all, "");
    var amy = all + "/amy";
    check("GET", amy, "");
    check("POST", amy + "/tasks", "{\"task\":\"Another.\"}");
    check("POST", amy + "/cancel", "{}");
    check("GET", amy + "/tasks", "");
    check("GET", amy + "/log?page_size=5", "");
    check("POST", amy + "/restart", "");
    scene.coder.settle();
    check("DELETE", amy, "");
  }

  private void walkThroughSessions() {
    var made = check("POST", "/api/sessions", "{\"title\":\"tea\"}").path("id").asString();
    var session = "/api/sessions/" + made;
    send("PATCH", session + "/title", "{\"title\":\"coffee\"}");
    var asking = "{\"message\":\"permission go\\nask Why?\\nhang\"}";
    var run = RunId.of(check("POST", session + "/messages", asking).path("run_id").asString());
    api.staff().await(run, it -> !it.needs().isEmpty());
    check("GET", session, "");
    check("POST", session + "/resume", "{\"confirmation\":\"approve\"}");
    api.staff().await(run, it -> it.needs().stream().anyMatch(n -> n.text().equals("Why?")));
    check(
        "POST",
        session + "/elicitation",
        "{\"action\":\"accept\",\"content\":{\"answer\":\"so\"}}");
    check("POST", session + "/followup", "{\"message\":\"complete next\"}");
    check("POST", session + "/steer", "{\"message\":\"complete after that\"}");
    var stopped = check("POST", session + "/interrupt", "{\"queue_too\":true}");
    assertThat(stopped.path("stopped")).hasSize(3);
    api.staff().await(run, it -> !it.ending());
    for (var path : new String[] {"/agent/player", "/agent/player/root"}) {
      var said =
          api.post(OWNER, session + path, "[{\"role\":\"user\",\"content\":\"complete tea\"}]");
      assertThat(said.status()).as(said.body()).isEqualTo(200);
      walked.add("POST " + template(session + path));
    }
    check("POST", session + "/transfer", "{\"agent\":\"player\"}");
    check("GET", session + "/messages", "");
    check("GET", session, "");
    check("POST", session + "/fork", "{}");
    check("GET", "/api/sessions", "");
    check("DELETE", session, "");
  }

  @Test
  void every_refusal_fits_the_schema_of_refusals() {
    var schema = (ObjectNode) document.path("components").path("schemas").path("Error");
    var validator = new Validator(schema);
    for (var answer :
        new TestApi.Answer[] {
          api.get(OWNER, "/api/agents/agent-x"),
          api.get(OWNER, "/api/nothing"),
          api.send(OWNER, "PUT", "/api/agents", ""),
          api.post(OWNER, "/api/agents", "{"),
          api.get(TestApi.NOBODY, "/api/agents")
        }) {
      assertThat(answer.status()).isGreaterThanOrEqualTo(400);
      assertThat(validator.violations(answer.json())).isEmpty();
    }
  }

  private JsonNode check(String method, String path, String body) {
    return fits(
        method,
        path,
        body.isEmpty() ? api.send(OWNER, method, path, "") : api.post(OWNER, path, body));
  }

  private JsonNode send(String method, String path, String body) {
    return fits(
        method, path, api.send(OWNER, method, path, body, "Content-Type", "application/json"));
  }

  private JsonNode fits(String method, String path, TestApi.Answer answer) {
    assertThat(answer.status()).as(method + " " + path + answer.body()).isEqualTo(200);
    var template = template(path.replaceFirst("\\?.*", ""));
    walked.add(method + " " + template);
    var schema =
        document
            .path("paths")
            .path(template)
            .path(method.toLowerCase(Locale.ROOT))
            .path("responses")
            .path("200")
            .path("content")
            .path("application/json")
            .path("schema");
    var strict = (ObjectNode) schema.deepCopy();
    close(strict);
    assertThat(new Validator(strict).violations(answer.json())).as(method + " " + path).isEmpty();
    return answer.json();
  }

  private String template(String path) {
    return document.path("paths").propertyNames().stream()
        .filter(it -> new Template(it).match(path).isPresent())
        .min((a, b) -> Integer.compare(a.indexOf('{'), b.indexOf('{')))
        .orElseThrow();
  }

  /// Clients must bear what they do not know; here nothing may come that is not described.
  private static void close(JsonNode schema) {
    if (schema instanceof ObjectNode object && object.has("properties")) {
      object.put("additionalProperties", false);
    }
    schema.forEach(OpenApiTest::close);
  }

  private Set<String> documented() {
    var all = new TreeSet<String>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyNames()
                    .forEach(
                        method -> all.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    return all;
  }
}
