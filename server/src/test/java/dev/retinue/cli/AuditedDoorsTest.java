package dev.retinue.cli;

import static dev.retinue.testing.MockIssuer.AUDIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.front.Hello;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Origin;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.AuditEntry;
import dev.retinue.core.audit.AuditEntry.Outcome;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.store.files.DataFolder;
import dev.retinue.testing.MockIssuer;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.web.RawHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Who comes in by which door of a daemon, who is turned away, and what the owner does there: all
/// of it stands in the audit trail.
final class AuditedDoorsTest {
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
          + "\"capabilities\":{},\"clientInfo\":{\"name\":\"editor\",\"version\":\"1\"}}}";

  @TempDir private Path folder;
  private MockIssuer issuer;
  private FleetScene scene;
  private ServedDaemon daemon;

  @BeforeEach
  void open() {
    issuer = MockIssuer.start();
    scene = new FleetScene(Mode.CURRENT);
    var fleets = new Fleets(Map.of("test", scene.fleet), "test");
    String[] settings = {"server.oauth.issuer", issuer.url(), "server.oauth.audience", AUDIENCE};
    var known = ServedDaemon.settings(settings).server().remote().issuer();
    daemon = ServedDaemon.of(ServedHousehold.open(folder, known).with(fleets), settings);
  }

  @AfterEach
  void close() {
    daemon.close();
    scene.close();
    issuer.close();
  }

  private AuditEntry last() {
    return daemon.household().staff().audit().log().after(0, 10_000).stream()
        .map(AuditLine::entry)
        .toList()
        .getLast();
  }

  private void assertLast(
      @Nullable String caller, String action, @Nullable ErrorCode code, Origin.Surface surface) {
    var entry = last();
    assertThat(entry.action()).isEqualTo(action);
    assertThat(entry.who().caller()).as(action).isEqualTo(caller);
    assertThat(entry.result().code()).as(action).isEqualTo(code);
    assertThat(entry.result().outcome()).isEqualTo(code == null ? Outcome.OK : Outcome.REFUSED);
    assertThat(entry.origin().surface()).isEqualTo(surface);
  }

  private String signIn(String secret) {
    var form = "secret=" + secret;
    return RawHttp.send(
        daemon.service().port(),
        "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUser-Agent: browser\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(form.length(), form));
  }

  @Test
  void who_signs_in_with_a_link_with_a_used_one_and_with_none() {
    var url = daemon.household().ownerLink().url();
    var code = url.substring(url.indexOf("rtl_"));

    assertThat(signIn(code)).startsWith("HTTP/1.1 303");
    assertLast("owner", "door.enter", null, Origin.Surface.REST);
    assertThat(last().origin().tool()).isEqualTo("POST /sign-in");
    assertThat(last().origin().client()).isEqualTo("browser");
    assertThat(last().origin().address()).isEqualTo("127.0.0.1");

    assertThat(signIn(code)).startsWith("HTTP/1.1 401");
    assertLast(null, "door.enter", ErrorCode.UNAUTHORIZED, Origin.Surface.REST);
    assertThat(signIn("rtn_wrong")).startsWith("HTTP/1.1 401");
    assertLast(null, "door.enter", ErrorCode.UNAUTHORIZED, Origin.Surface.REST);
    assertThat(signIn("")).startsWith("HTTP/1.1 400");
    assertLast(null, "door.enter", ErrorCode.INVALID_INPUT, Origin.Surface.REST);
    var all = daemon.get("/api/audit", daemon.ownerToken()).body();
    assertThat(all).doesNotContain("rtl_").doesNotContain("rtn_wrong");
  }

  @Test
  void an_administrator_whose_access_token_ends_makes_no_token_that_does_not() {
    var admin = issuer.token(it -> it.put("scope", "retinue:admin"));
    assertThat(daemon.get("/api/tokens", admin).statusCode()).isEqualTo(200);
    var made = daemon.post("/api/tokens", "{\"name\":\"forever\",\"scope\":\"admin\"}", admin);
    assertThat(made.statusCode()).isEqualTo(403);
    assertThat(made.body()).contains("ends soon");
    assertThat(last().action()).isEqualTo("token.create");
    assertThat(last().result().code()).isEqualTo(ErrorCode.FORBIDDEN);
  }

  @Test
  void whose_access_token_is_not_good() {
    daemon.get("/api/me", issuer.token(it -> it.put("aud", "somebody-else")));
    assertLast(null, "door.enter", ErrorCode.UNAUTHORIZED, Origin.Surface.REST);
    daemon.get("/api/me", issuer.token(it -> it.put("exp", 1)));
    assertLast(null, "door.enter", ErrorCode.UNAUTHORIZED, Origin.Surface.REST);
    daemon.get("/mcp", issuer.token(it -> it.put("scope", "openid")));
    assertLast(null, "door.enter", ErrorCode.FORBIDDEN, Origin.Surface.MCP);

    var body = Json.object().put("agent", "player").put("contract", "complete done").toString();
    var reader = issuer.token(it -> it.put("scope", "retinue:read"));
    assertThat(daemon.post("/api/agents", body, reader).statusCode()).isEqualTo(403);
    assertThat(last().action()).isEqualTo("run.start");
    assertThat(last().result().code()).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(last().who().caller()).startsWith("oauth:");
    assertThat(last().details()).containsEntry("name", "anna@127.0.0.1");
    assertThat(daemon.post("/api/agents", body, issuer.token()).statusCode()).isEqualTo(200);
    assertThat(last().result().outcome()).isEqualTo(Outcome.OK);
    // He is found by the name that is shown, and by his id.
    var id = String.valueOf(last().who().caller());
    for (var name : List.of("anna@127.0.0.1", id)) {
      assertThat(callersFoundBy(name)).containsExactly(id, id);
    }
    // Somebody else may have the same name: only the id says who of them it was.
    var namesake = issuer.token(it -> it.put("sub", "another").put("scope", "retinue:read"));
    assertThat(daemon.post("/api/agents", body, namesake).statusCode()).isEqualTo(403);
    assertThat(last().details()).containsEntry("name", "anna@127.0.0.1");
    assertThat(callersFoundBy("anna@127.0.0.1"))
        .containsExactly(String.valueOf(last().who().caller()), id, id);
    assertThat(callersFoundBy(id)).containsExactly(id, id);
  }

  private List<String> callersFoundBy(String word) {
    var path = "/api/audit?caller=" + URLEncoder.encode(word, StandardCharsets.UTF_8);
    var found = Json.WIRE.readTree(daemon.get(path, daemon.ownerToken()).body());
    return found.path("entries").valueStream().map(it -> it.path("caller").asString()).toList();
  }

  @Test
  void what_the_owner_does_to_tokens_over_rest() {
    var owner = daemon.ownerToken();
    daemon.post("/api/tokens", "{\"name\":\"ci\",\"scope\":\"run\"}", owner);
    assertToken("token.create", "ci", "POST /api/tokens");
    daemon.send("PATCH", "/api/tokens/ci", "{\"scope\":\"read\"}", owner);
    assertToken("token.change", "ci", "PATCH /api/tokens/{name}");
    var answer = daemon.post("/api/tokens/ci/rotate", "{}", owner).body();
    assertToken("token.rotate", "ci", "POST /api/tokens/{name}/rotate");
    daemon.send("DELETE", "/api/tokens/ci", "", owner);
    assertToken("token.revoke", "ci", "DELETE /api/tokens/{name}");

    var secret = Json.WIRE.readTree(answer).path("token").asString();
    assertThat(secret).startsWith("rtn_");
    assertThat(daemon.get("/api/audit", owner).body()).doesNotContain(secret);

    var runner = daemon.token("bert", Caller.Scope.RUN);
    daemon.post("/api/tokens", "{\"name\":\"mine\",\"scope\":\"admin\"}", runner);
    assertLast("bert", "token.create", ErrorCode.FORBIDDEN, Origin.Surface.REST);
    daemon.send("DELETE", "/api/tokens/bert", "", runner);
    assertLast("bert", "token.revoke", ErrorCode.FORBIDDEN, Origin.Surface.REST);
  }

  private void assertToken(String action, String name, String operation) {
    assertLast("owner", action, null, Origin.Surface.REST);
    assertThat(last().subject().kind()).isEqualTo("token");
    assertThat(last().subject().id()).isEqualTo(name);
    assertThat(last().origin().tool()).isEqualTo(operation);
  }

  @Test
  void what_the_owner_does_with_the_fleet() {
    scene.coder.project("Setup", "Coder", "operator");
    try (var client = daemon.client(daemon.ownerToken())) {
      fleet(client, "create_agent", amy("name").put("project", "Setup").put("task", "Do it."));
      assertFleet("fleet.create", null);
      scene.coder.settle();
      fleet(client, "start_agent_task", amy("agent_name").put("task_description", "More."));
      assertThat(last().action()).isEqualTo("fleet.task");
      fleet(client, "cancel_agent_task", amy("agent_name"));
      assertThat(last().action()).isEqualTo("fleet.cancel");
      fleet(client, "restart_agent", amy("agent_name"));
      assertThat(last().action()).isEqualTo("fleet.restart");
      fleet(client, "delete_agent", amy("agent_name"));
      assertThat(last().action()).isEqualTo("fleet.delete");
      fleet(client, "delete_agent", Json.object().put("agent_name", "nobody"));
      assertThat(last().subject().id()).isEqualTo("nobody");
      assertLast("owner", "fleet.delete", ErrorCode.NOT_FOUND, Origin.Surface.MCP);
    }
    try (var client = daemon.client(daemon.token("bert", Caller.Scope.RUN))) {
      fleet(client, "delete_agent", amy("agent_name"));
      assertLast("bert", "door.request", ErrorCode.FORBIDDEN, Origin.Surface.MCP);
      assertThat(last().origin().tool()).isEqualTo("delete_agent");
    }
  }

  private static ObjectNode amy(String key) {
    return Json.object().put(key, "amy");
  }

  private static void fleet(McpClient client, String tool, ObjectNode arguments) {
    client.callTool(tool, arguments);
  }

  private void assertFleet(String action, @Nullable ErrorCode code) {
    assertLast("owner", action, code, Origin.Surface.MCP);
    assertThat(last().subject().kind()).isEqualTo("fleet-agent");
    assertThat(last().subject().id()).isEqualTo("amy");
    assertThat(last().details()).containsEntry("deployment", "test");
  }

  @Test
  void who_comes_by_the_door_of_the_fronts() throws Exception {
    var start =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"agent_start\","
            + "\"arguments\":{\"agent\":\"player\",\"contract\":\"hang\"}}}";
    assertThat(front(daemon.token("anna", Caller.Scope.RUN), HELLO, start)).contains("agent_id");
    assertLast("anna", "run.start", null, Origin.Surface.FRONT);
    assertThat(last().origin().tool()).isEqualTo("agent_start");
    assertThat(last().origin().client()).isEqualTo("editor");
    assertThat(last().subject().agent()).isEqualTo("player");

    assertThat(front("rtn_nobody")).contains("does not know this token");
    assertLast(null, "door.enter", ErrorCode.UNAUTHORIZED, Origin.Surface.FRONT);
  }

  @Test
  void who_asks_too_fast_by_the_door_of_the_fronts_is_noted_and_counted() throws Exception {
    var made = daemon.post("/api/tokens", "{\"name\":\"slow\",\"rate\":1}", daemon.ownerToken());
    var token = Json.WIRE.readTree(made.body()).path("token").asString();
    var pings = new String[60];
    Arrays.fill(pings, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    pings[0] = HELLO;

    var limit = "limits.requests-per-second";
    long refused = answers(token, pings).stream().filter(it -> it.contains(limit)).count();

    assertThat(refused).isPositive();
    assertLast("slow", "door.request", ErrorCode.LIMIT_EXCEEDED, Origin.Surface.FRONT);
    assertThat(daemon.household().condition().watch().text())
        .contains("retinue_refusals_total{limit=\"%s\"} %d\n".formatted(limit, refused));
  }

  /// The last answer to these lines.
  private String front(String token, String... lines) throws IOException {
    return answers(token, lines).getLast();
  }

  private List<String> answers(String token, String... lines) throws IOException {
    var door = UnixDomainSocketAddress.of(new DataFolder(folder).door());
    try (var channel = SocketChannel.open(door)) {
      var out = Channels.newOutputStream(channel);
      var in =
          new BufferedReader(
              new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
      out.write(new Hello("1", token, folder.toString(), Map.of()).line());
      out.write('\n');
      var answers = new ArrayList<>(List.of(String.valueOf(in.readLine())));
      for (var line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        answers.add(String.valueOf(in.readLine()));
      }
      return answers;
    }
  }

  @Test
  void what_is_done_to_a_run_and_to_a_conversation_over_rest() throws InterruptedException {
    var anna = daemon.token("anna", Caller.Scope.RUN);
    var run = id(daemon.post("/api/agents", "{\"contract\":\"ask Sure?\\nhang\"}", anna));
    var waiting =
        daemon
            .household()
            .staff()
            .await(
                Caller.owner(), RunId.of(run), it -> !it.needs().isEmpty(), Duration.ofSeconds(30));
    var need = waiting.needs().getFirst().id();
    daemon.post(
        "/api/agents/" + run + "/answers",
        Json.object().put("need", need).put("answer", "yes").toString(),
        anna);
    assertDone("run.answer", run, "POST /api/agents/{id}/answers");
    daemon.post("/api/agents/" + run + "/budget", "{\"max_runs\":5}", anna);
    assertDone("run.raise", run, "POST /api/agents/{id}/budget");
    daemon.post("/api/agents/" + run + "/stop", "", anna);
    assertDone("run.stop", run, "POST /api/agents/{id}/stop");

    var session = id(daemon.post("/api/sessions", "{\"agent\":\"player\"}", anna));
    assertDone("session.open", session, "POST /api/sessions");
    daemon.send("PATCH", "/api/sessions/" + session + "/title", "{\"title\":\"tea\"}", anna);
    assertDone("session.rename", session, "PATCH /api/sessions/{id}/title");
    daemon.send("DELETE", "/api/sessions/" + session, "", anna);
    assertDone("session.close", session, "DELETE /api/sessions/{id}");
  }

  private static String id(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.WIRE.readTree(answer.body()).path("id").asString();
  }

  private void assertDone(String action, String subject, String operation) {
    assertLast("anna", action, null, Origin.Surface.REST);
    assertThat(last().subject().id()).as(action).isEqualTo(subject);
    assertThat(last().origin().tool()).isEqualTo(operation);
    assertThat(last().origin().address()).isEqualTo("127.0.0.1");
  }
}
