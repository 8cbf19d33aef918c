package dev.retinue.cli;

import static dev.retinue.testing.MockIssuer.AUDIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.MockIssuer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Access tokens of somebody else: which of them count here, and what is said of the others.
final class IssuerTest {
  private static final String SCOPES =
      "[\"retinue:read\",\"retinue:watch\",\"retinue:run\",\"retinue:admin\"]";

  @TempDir private Path folder;
  private MockIssuer issuer;
  private ServedDaemon daemon;

  @BeforeEach
  void open() {
    issuer = MockIssuer.start();
    daemon = served();
  }

  private ServedDaemon served(String... more) {
    var settings =
        new ArrayList<>(
            List.of("server.oauth.issuer", issuer.url(), "server.oauth.audience", AUDIENCE));
    settings.addAll(List.of(more));
    return ServedDaemon.in(folder, settings.toArray(String[]::new));
  }

  @AfterEach
  void close() {
    daemon.close();
    issuer.close();
  }

  @Test
  void a_token_of_the_issuer_counts_beside_ours() {
    assertThat(me(issuer.token()).path("name").asString()).isEqualTo("anna@127.0.0.1");
    assertThat(me(issuer.token()).path("scope").asString()).isEqualTo("run");
    assertThat(me(daemon.ownerToken()).path("name").asString()).isEqualTo("owner");
    assertThat(get("rtn_nobody").statusCode()).isEqualTo(401);
    assertThat(challenge(get("rtn_nobody"))).contains("error=\"invalid_token\"");
    try (var client = daemon.client(issuer.token())) {
      assertThat(client.listTools()).isNotEmpty();
    }
  }

  @Test
  void every_algorithm_that_is_allowed_is_understood() {
    issuer.addKey("ec", "EC");
    issuer.addKey("ed", "Ed25519");
    for (var pair :
        List.of(
            Map.entry("RS256", "rsa"),
            Map.entry("PS256", "rsa"),
            Map.entry("ES256", "ec"),
            Map.entry("EdDSA", "ed"))) {
      assertThat(get(issuer.token(pair.getKey(), pair.getValue(), _ -> {})).statusCode())
          .as(pair.getKey())
          .isEqualTo(200);
    }
  }

  @Test
  void scopes_mean_what_the_configuration_says() {
    assertThat(scope("retinue:read")).isEqualTo("read");
    assertThat(scope("retinue:admin other retinue:read")).isEqualTo("admin");
    assertThat(scope("retinue:watch retinue:read")).isEqualTo("watch");
    assertThat(scope("retinue:watch retinue:run")).isEqualTo("run");
    var azure =
        issuer.token(
            it -> {
              it.remove("scope");
              it.putArray("scp").add("retinue:read").add("x");
            });
    assertThat(me(azure).path("scope").asString()).isEqualTo("read");
  }

  @Test
  void who_has_no_scope_of_ours_is_told_which_there_are() {
    for (var scope : List.of("", "openid", "retinue:runner", "RETINUE:RUN", "retinue")) {
      var answer = get(issuer.token(it -> it.put("scope", scope)));
      assertThat(answer.statusCode()).as(scope).isEqualTo(403);
      assertThat(challenge(answer))
          .contains("error=\"insufficient_scope\"")
          .contains("scope=\"retinue:read\"")
          .contains("resource_metadata=\"");
    }
  }

  @Test
  void who_may_only_read_is_told_which_scope_would_do() {
    var reader = issuer.token(it -> it.put("scope", "retinue:read"));
    var answer = daemon.post("/api/agents", "{\"contract\":\"hang\"}", reader);
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(challenge(answer))
        .contains("error=\"insufficient_scope\"")
        .contains("scope=\"retinue:run\"");
    assertThat(challenge(daemon.get("/metrics", reader))).contains("scope=\"retinue:watch\"");
    // He has no use for one that he would come back with and be refused once more.
    var both = issuer.token(it -> it.put("scope", "retinue:run retinue:watch"));
    assertThat(challenge(daemon.get("/metrics", both))).contains("scope=\"retinue:admin\"");
    // Of one of our own tokens nobody else can make a better one.
    var own = daemon.token("looker", Caller.Scope.READ);
    for (var refused :
        List.of(
            daemon.post("/api/agents", "{\"contract\":\"x\"}", own), daemon.get("/metrics", own))) {
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(challenge(refused)).isEmpty();
    }
  }

  @Test
  void a_tool_that_needs_more_is_refused_with_the_scope_that_would_do() {
    var reader = issuer.token(it -> it.put("scope", "retinue:read"));
    var answer = call("agent_start", "{\"contract\":\"hang\"}", reader);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(challenge(answer))
        .contains("error=\"insufficient_scope\"")
        .contains("scope=\"retinue:run\"")
        .contains(
            "resource_metadata=\"%s\""
                .formatted(daemon.at("/.well-known/oauth-protected-resource/mcp")));
    assertThat(answer.body()).contains("may only read").contains("\"scope\":\"run\"");
    assertThat(call("retinue_status", "{}", reader).statusCode()).isEqualTo(200);
    // Whose token is one of ours cannot get another by himself: his model is told.
    var own =
        call("agent_start", "{\"contract\":\"x\"}", daemon.token("looker", Caller.Scope.READ));
    assertThat(own.statusCode()).isEqualTo(200);
    assertThat(challenge(own)).isEmpty();
    assertThat(own.body()).contains("may only read");
  }

  @Test
  void what_is_wrong_with_a_token_is_said_and_nothing_else_counts() {
    long now = Instant.now().getEpochSecond();
    var none = Json.object().put("alg", "none");
    var wrong =
        Map.ofEntries(
            Map.entry("expired", issuer.token(it -> it.put("exp", now - 60))),
            Map.entry("ends (exp)", issuer.token(it -> it.remove("exp"))),
            Map.entry("yet (nbf)", issuer.token(it -> it.put("nbf", now + 600))),
            Map.entry("yet (iat)", issuer.token(it -> it.put("iat", now + 600))),
            Map.entry("nbf is no time", issuer.token(it -> it.put("nbf", "soon"))),
            Map.entry("another issuer", issuer.token(it -> it.put("iss", issuer.url() + "/"))),
            Map.entry("(audience)", issuer.token(it -> it.put("aud", AUDIENCE + "/"))),
            Map.entry("(sub)", issuer.token(it -> it.remove("sub"))),
            Map.entry("not signed by RS256", issuer.unsigned(none, issuer.claims()) + "."),
            Map.entry("EdDSA", issuer.hashed(issuer.publicKey("rsa"), "rsa")),
            Map.entry("signature is wrong", tampered(issuer.token())),
            Map.entry(
                "no such key", issuer.token().replaceFirst("^[^.]+", header("RS256", "other"))),
            Map.entry(
                "no such key.", issuer.token().replaceFirst("^[^.]+", header("ES256", "rsa"))),
            Map.entry("extensions", issuer.signed(critical(), "rsa", issuer.claims())),
            Map.entry("longer than", issuer.token(it -> it.put("x", "x".repeat(9_000)))),
            Map.entry("no signed JWT", "eyJhbGciOiJSUzI1NiJ9.e30"),
            Map.entry("is no signed", "eyJ.eyJ.eyJ"));
    wrong.forEach(
        (why, token) -> {
          var answer = get(token);
          assertThat(answer.statusCode()).as(why).isEqualTo(401);
          assertThat(answer.body()).as(why).contains(why);
          assertThat(challenge(answer))
              .as(why)
              .startsWith("Bearer resource_metadata=\"")
              .contains("error=\"invalid_token\"");
          // What it says of itself is not repeated, and the token never is.
          assertThat(answer.body())
              .doesNotContain(token.substring(0, Math.min(60, token.length())));
        });
    assertThat(get(issuer.token()).statusCode()).isEqualTo(200);
  }

  @Test
  void a_list_of_audiences_is_good_if_we_are_among_it() {
    assertThat(get(issuer.token(it -> it.putArray("aud").add("x").add(AUDIENCE))).statusCode())
        .isEqualTo(200);
    assertThat(get(issuer.token(it -> it.putArray("aud").add("x"))).statusCode()).isEqualTo(401);
    assertThat(get(issuer.token(it -> it.remove("aud"))).statusCode()).isEqualTo(401);
  }

  @Test
  void who_has_no_token_is_told_where_to_get_one() {
    var answer = daemon.get("/mcp", "");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(challenge(answer))
        .isEqualTo(
            "Bearer resource_metadata=\"%s\", scope=\"retinue:read retinue:run\""
                .formatted(daemon.at("/.well-known/oauth-protected-resource/mcp")));
    for (var path : List.of("", "/mcp", "/mcp/lifecycle")) {
      var metadata = daemon.get("/.well-known/oauth-protected-resource" + path, "");
      assertThat(metadata.statusCode()).isEqualTo(200);
      var json = Json.WIRE.readTree(metadata.body());
      assertThat(json.path("resource").asString()).isEqualTo(daemon.at(path).toString());
      assertThat(json.path("authorization_servers").get(0).asString()).isEqualTo(issuer.url());
      assertThat(json.path("scopes_supported").toString()).isEqualTo(SCOPES);
      assertThat(json.path("bearer_methods_supported").get(0).asString()).isEqualTo("header");
    }
  }

  @Test
  void where_an_address_is_configured_metadata_and_challenge_name_that() {
    daemon.close();
    daemon = served("server.url", "https://retinue.test");
    assertThat(challenge(daemon.get("/api/health", "")))
        .contains("\"https://retinue.test/.well-known/oauth-protected-resource\"");
    var metadata = daemon.get("/.well-known/oauth-protected-resource/mcp", "");
    assertThat(Json.WIRE.readTree(metadata.body()).path("resource").asString()).isEqualTo(AUDIENCE);
  }

  @Test
  void a_token_in_the_address_counts_for_nothing() {
    assertThat(daemon.get("/api/me?access_token=" + issuer.token(), "").statusCode())
        .isEqualTo(401);
  }

  @Test
  void callers_of_the_issuer_are_callers_like_others_and_are_nobody_else() {
    var anna = issuer.token();
    var bert = issuer.token(it -> it.put("sub", "bert-1"));
    var own = daemon.token("anna", Caller.Scope.RUN);
    var run = started(anna);
    assertThat(daemon.get("/api/agents/" + run, anna).statusCode()).isEqualTo(200);
    for (var other : List.of(bert, own)) {
      assertThat(daemon.get("/api/agents/" + run, other).statusCode()).isEqualTo(404);
    }
    assertThat(daemon.get("/api/agents/" + run, daemon.ownerToken()).statusCode()).isEqualTo(200);
    // The same person with another token is the same caller.
    var later =
        issuer.token(it -> it.put("scope", "retinue:read").put("preferred_username", "Bob"));
    assertThat(daemon.get("/api/agents/" + run, later).statusCode()).isEqualTo(200);
  }

  @Test
  void the_limits_of_the_configuration_hold_for_them() {
    daemon.close();
    daemon = served("server.oauth.limits.agents", "mate");
    var refused =
        daemon.post("/api/agents", "{\"agent\":\"player\",\"contract\":\"x\"}", issuer.token());
    assertThat(refused.statusCode()).isEqualTo(404);
    var taken =
        daemon.post("/api/agents", "{\"agent\":\"mate\",\"contract\":\"x\"}", issuer.token());
    assertThat(taken.statusCode()).isEqualTo(200);
  }

  @Test
  void what_they_have_begun_goes_on_after_a_restart_under_the_same_limits() {
    daemon.close();
    daemon = served("server.oauth.limits.concurrency", "1");
    var anna = issuer.token();
    String task;
    try (var client = tasks(anna)) {
      task = client.callToolAsTask("agent_start", contract("ask Go on?\ncomplete {answer}")).id();
      ServedHousehold.untilAsked(client, task, "step-1");
    }
    for (int i = 0; i < 3; i++) {
      started(anna);
    }
    assertThat(daemon.household().staff().crew().load().trees()).isEqualTo(1);

    daemon.close();
    daemon = served("server.oauth.limits.concurrency", "1");

    try (var client = tasks(anna)) {
      ServedHousehold.untilAsked(client, task, "step-1");
      assertThat(daemon.household().staff().crew().load().trees()).isEqualTo(1);
      ServedHousehold.update(client, task, "step-1", ServedHousehold.accepted("yes"));
      var end = ServedHousehold.result(client, task);
      assertThat(end.at("/structuredContent/summary").asString()).isEqualTo("yes");
    }
    assertThat(daemon.household().staff().crew().load().trees()).isLessThanOrEqualTo(1);
  }

  private McpClient tasks(String token) {
    return McpClient.at(
        daemon.at("/mcp"),
        ClientOptions.named("test", "1")
            .in(new Mode.Modern())
            .bearer(token)
            .able(InputHandler.NOBODY, Capability.ELICITATION, Capability.TASKS));
  }

  private static ObjectNode contract(String text) {
    return Json.object().put("contract", text);
  }

  /// Calls a tool as clients of the newest revision do.
  private HttpResponse<String> call(String tool, String arguments, String token) {
    var body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s,
         "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"""
            .formatted(tool, arguments);
    return daemon.post(
        "/mcp",
        body,
        token,
        "Accept",
        "application/json, text/event-stream",
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        "tools/call",
        "Mcp-Name",
        tool);
  }

  @Test
  void the_console_says_with_what_one_signs_in() {
    var link = daemon.post("/api/sign-in-links", "", issuer.token());
    assertThat(link.statusCode()).isEqualTo(409);
    assertThat(link.body()).contains("retinue token create");
    var page =
        daemon.post(
            "/sign-in",
            "secret=" + issuer.token(),
            "",
            "Origin",
            daemon.at("").toString(),
            "Content-Type",
            "application/x-www-form-urlencoded");
    assertThat(page.statusCode()).isEqualTo(401);
    assertThat(page.body()).contains("retinue token create");
  }

  private String started(String token) {
    var answer = daemon.post("/api/agents", "{\"agent\":\"player\",\"contract\":\"hang\"}", token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.WIRE.readTree(answer.body()).path("id").asString();
  }

  private HttpResponse<String> get(String token) {
    return daemon.get("/api/me", token);
  }

  private JsonNode me(String token) {
    var answer = get(token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.WIRE.readTree(answer.body());
  }

  private String scope(String words) {
    return me(issuer.token(it -> it.put("scope", words))).path("scope").asString();
  }

  private static String challenge(HttpResponse<String> answer) {
    return answer.headers().firstValue("WWW-Authenticate").orElse("");
  }

  /// With other claims under the same signature.
  private static String tampered(String token) {
    var parts = token.split("\\.", -1);
    var other = Base64.getUrlDecoder().decode(parts[1]);
    var text = new String(other, StandardCharsets.UTF_8).replace("anna-1", "bert-1");
    parts[1] =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    return String.join(".", parts);
  }

  private static String header(String algorithm, String key) {
    var json = Json.object().put("alg", algorithm).put("kid", key).toString();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode critical() {
    var header = Json.object().put("alg", "RS256").put("kid", "rsa");
    header.putArray("crit").add("b64");
    return header;
  }
}
