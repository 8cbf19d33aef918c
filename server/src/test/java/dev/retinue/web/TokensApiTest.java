package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.StartRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Tokens over REST, from their making to their end, and what they allow there.
final class TokensApiTest {
  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void begin() {
    api = new TestApi(folder);
  }

  @AfterEach
  void end() {
    api.close();
  }

  private JsonNode make(String body) {
    var made = api.post(OWNER, "/api/tokens", body);
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    return made.json();
  }

  private TestApi.Answer patch(String body) {
    return patch(OWNER, "/api/tokens/ci", body);
  }

  private TestApi.Answer patch(Caller who, String path, String body) {
    return api.send(who, "PATCH", path, body, "Content-Type", "application/json");
  }

  private static Caller bearer(JsonNode made) {
    return new Caller("x", made.path("token").asString(), Caller.Scope.READ, null);
  }

  @Test
  void a_token_is_shown_once_and_counts_at_once() {
    var made =
        make(
            """
            {"name":"ci","scope":"run","toolsets":["lifecycle"],"agents":["player","plaier"],
             "rate":50,"concurrency":2,"budget_per_day_usd":1.5,"expires":"30d"}""");

    assertThat(made.path("state").asString()).isEqualTo("active");
    assertThat(made.path("expires_at").asString()).isEqualTo("2030-01-31T12:00:00Z");
    assertThat(made.path("warnings").toString())
        .contains("no agent 'plaier' on the staff now", "did you mean 'player'?");
    assertThat(api.get(bearer(made), "/api/ping").status()).isEqualTo(200);
    for (var path : new String[] {"/api/tokens", "/api/tokens/ci"}) {
      assertThat(api.get(OWNER, path).body())
          .contains("\"name\":\"ci\"")
          .doesNotContain(made.path("token").asString());
    }
  }

  @Test
  void only_the_scope_admin_has_to_do_with_tokens_and_no_run() {
    make("{\"name\":\"ci\"}");
    var run = api.staff().staff().start(ANNA, StartRequest.of("sleeper", "go")).id();
    api.staff().await(run, it -> it.state() instanceof State.Running);
    var itself = api.admit(new Caller("owner", run.text(), Caller.Scope.ADMIN, run));

    for (var who : new Caller[] {ANNA, TestApi.READER, itself}) {
      assertThat(api.get(who, "/api/tokens").status()).isEqualTo(403);
      assertThat(api.get(who, "/api/tokens/ci").status()).isEqualTo(403);
      assertThat(api.post(who, "/api/tokens", "{\"name\":\"x\"}").status()).isEqualTo(403);
      assertThat(api.send(who, "PATCH", "/api/tokens/ci", "{}").status()).isEqualTo(403);
      assertThat(api.post(who, "/api/tokens/ci/rotate", "").status()).isEqualTo(403);
      assertThat(api.send(who, "DELETE", "/api/tokens/ci", "").status()).isEqualTo(403);
    }
  }

  @Test
  void one_that_is_limited_itself_makes_nobody_less_limited() {
    var limited = bearer(make("{\"name\":\"boss\",\"scope\":\"admin\",\"agents\":[\"player\"]}"));

    var answer = api.post(limited, "/api/tokens", "{\"name\":\"x\",\"scope\":\"admin\"}");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("is itself limited");
    assertThat(api.get(limited, "/api/tokens").status()).isEqualTo(200);
  }

  @Test
  void no_limit_of_an_admin_can_be_lifted_by_himself() {
    for (var limit :
        List.of(
            "\"rate\":5",
            "\"concurrency\":1",
            "\"budget_per_day_usd\":1",
            "\"budget_per_month_usd\":1",
            "\"toolsets\":[\"sessions\"]",
            "\"roots\":[\"/\"]")) {
      var name = limit.replaceAll("[^a-z]", "");
      var limited = bearer(make("{\"name\":\"%s\",\"scope\":\"admin\",%s}".formatted(name, limit)));
      var path = "/api/tokens/" + name;
      var free = "{\"clear\":[\"rate\",\"concurrency\"]}";
      assertThat(patch(limited, path, free).status()).as(limit).isEqualTo(403);
      assertThat(api.post(limited, "/api/tokens", "{\"name\":\"x\"}").status()).isEqualTo(403);
      assertThat(api.post(limited, path + "/rotate", "").status()).as(limit).isEqualTo(403);
    }
  }

  @Test
  void whose_token_ends_gives_nobody_a_later_end() {
    make("{\"name\":\"ci\"}");
    var guest = bearer(make("{\"name\":\"guest\",\"scope\":\"admin\",\"expires\":\"2h\"}"));
    for (var later : List.of("", ",\"expires\":\"3h\"")) {
      var answer = api.post(guest, "/api/tokens", "{\"name\":\"x\"%s}".formatted(later));
      assertThat(answer.status()).as(later).isEqualTo(403);
      assertThat(answer.body()).contains("a later end");
    }
    var own = "/api/tokens/guest";
    assertThat(patch(guest, own, "{\"clear\":[\"expires\"]}").status()).isEqualTo(403);
    assertThat(patch(guest, own, "{\"expires\":\"3h\"}").status()).isEqualTo(403);
    assertThat(api.post(guest, own + "/rotate", "{\"expires\":\"3h\"}").status()).isEqualTo(403);
    assertThat(api.post(guest, "/api/tokens/ci/rotate", "").status()).isEqualTo(403);
    assertThat(api.post(guest, "/api/tokens", "{\"name\":\"y\",\"expires\":\"1h\"}").status())
        .isEqualTo(200);
    // The end of another stays as it is, whatever else is changed.
    assertThat(patch(guest, "/api/tokens/ci", "{\"rate\":5}").status()).isEqualTo(200);
  }

  @Test
  void a_token_that_counts_for_a_while_after_another_took_its_place_gives_nobody_a_later_end() {
    make("{\"name\":\"ci\"}");
    var old = make("{\"name\":\"boss\",\"scope\":\"admin\"}");
    var own = "/api/tokens/boss";
    var next = api.post(bearer(old), own + "/rotate", "{\"grace\":\"1h\"}").json();

    for (var later : List.of("", ",\"expires\":\"2h\"")) {
      var answer = api.post(bearer(old), "/api/tokens", "{\"name\":\"x\"%s}".formatted(later));
      assertThat(answer.status()).as(later).isEqualTo(403);
      assertThat(answer.body()).contains("ends at 2030-01-01T13:00:00Z", "a later end");
    }
    for (var rotation : List.of("", "{\"grace\":\"30d\"}", "{\"expires\":\"2h\"}")) {
      assertThat(api.post(bearer(old), own + "/rotate", rotation).status()).isEqualTo(403);
      assertThat(api.post(bearer(old), "/api/tokens/ci/rotate", rotation).status()).isEqualTo(403);
    }
    assertThat(patch(bearer(old), "/api/tokens/ci", "{\"expires\":\"2h\"}").status())
        .isEqualTo(403);
    var within = "{\"name\":\"y\",\"expires\":\"30m\"}";
    assertThat(api.post(bearer(old), "/api/tokens", within).status()).isEqualTo(200);
    // The one in its place ends never, and is not held to the end of the other.
    assertThat(api.post(bearer(next), "/api/tokens", "{\"name\":\"x\"}").status()).isEqualTo(200);
  }

  @Test
  void a_token_that_has_expired_is_refused_like_an_unknown_one_and_says_so() {
    var guest = bearer(make("{\"name\":\"guest\",\"expires\":\"1h\"}"));
    assertThat(api.get(guest, "/api/ping").status()).isEqualTo(200);

    api.staff().clock().advance(Duration.ofHours(1));

    var answer = api.get(guest, "/api/ping");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.response().headers().firstValue("WWW-Authenticate").orElse(""))
        .contains("error=\"invalid_token\"", "expired at");
    assertThat(answer.body()).contains("The token of 'guest' expired at 2030-01-01T13:00:00Z");
  }

  @Test
  void rotated_changed_and_revoked_tokens_are_so_at_once() {
    var old = make("{\"name\":\"ci\"}");
    var next = api.post(OWNER, "/api/tokens/ci/rotate", "{\"grace\":\"10m\"}").json();
    assertThat(api.get(bearer(old), "/api/ping").status()).isEqualTo(200);
    api.staff().clock().advance(Duration.ofMinutes(10));
    assertThat(api.get(bearer(old), "/api/ping").status()).isEqualTo(401);
    assertThat(api.get(bearer(next), "/api/staff").body()).contains("talker");

    var changed = patch("{\"agents\":[\"player\"]}");
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    assertThat(api.get(bearer(next), "/api/staff").body()).doesNotContain("talker");
    patch("{\"clear\":[\"agents\"]}");
    assertThat(api.get(bearer(next), "/api/staff").body()).contains("talker");

    assertThat(api.send(OWNER, "DELETE", "/api/tokens/ci", "").status()).isEqualTo(200);
    assertThat(api.get(bearer(next), "/api/ping").status()).isEqualTo(401);
    assertThat(api.send(OWNER, "DELETE", "/api/tokens/ci", "").status()).isEqualTo(404);
  }

  @Test
  void a_token_with_toolsets_asks_only_what_belongs_to_them() {
    var talks = bearer(make("{\"name\":\"talks\",\"toolsets\":[\"sessions\"]}"));
    var works = bearer(make("{\"name\":\"works\",\"toolsets\":[\"lifecycle\"]}"));

    assertThat(api.get(talks, "/api/sessions").status()).isEqualTo(200);
    var refused = api.get(talks, "/api/agents");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body())
        .contains("allows the toolsets sessions, and this belongs to lifecycle and spawner");
    assertThat(api.get(talks, "/api/tools").body()).doesNotContain("agent_start");
    assertThat(api.get(talks, "/api/pending").status()).isEqualTo(200);

    assertThat(api.get(works, "/api/agents").status()).isEqualTo(200);
    assertThat(api.get(works, "/api/sessions").status()).isEqualTo(403);
    assertThat(api.get(works, "/api/tools").body()).contains("agent_start");
    assertThat(api.get(works, "/ws/anything").status()).isEqualTo(403);
    assertThat(api.post(works, "/mcp/lifecycle", "{}").status()).isNotEqualTo(404);
    var hidden = api.post(talks, "/mcp/lifecycle", "{}");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.body()).doesNotContain("/mcp/lifecycle");
  }

  @Test
  void what_cannot_be_is_refused_with_a_sentence() {
    assertThat(api.post(OWNER, "/api/tokens", "{\"name\":\"x\",\"toolsets\":[\"session\"]}").body())
        .contains("There is no toolset 'session'", "Did you mean 'sessions'?");
    assertThat(api.post(OWNER, "/api/tokens", "{\"name\":\"x\",\"roots\":[\"here\"]}").body())
        .contains("must begin at the top of the file system");
    assertThat(api.post(OWNER, "/api/tokens", "{\"name\":\"owner\"}").status()).isEqualTo(409);
    assertThat(api.get(OWNER, "/api/tokens/ownr").body()).contains("There is no token 'ownr'");
  }

  @Test
  void everybody_sees_what_he_spent_and_the_owner_what_all_did() {
    make("{\"name\":\"anna\",\"budget_per_day_usd\":5}");
    var spent = spend(ANNA, "0.25");
    spend(TestApi.BERT, "0.5");

    var mine = api.get(ANNA, "/api/costs").json();
    assertThat(mine.path("total_usd").decimalValue()).isEqualByComparingTo("0.25");
    assertThat(mine.path("rows")).hasSize(1);
    var row = mine.path("rows").get(0);
    assertThat(row.path("day").asString()).isEqualTo("2030-01-01");
    assertThat(row.path("key").asString()).isEqualTo("player");
    assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0.25");
    assertThat(row.path("invented_usd").decimalValue()).isEqualByComparingTo("0.25");
    assertThat(row.path("input_tokens").asLong()).isEqualTo(10);
    assertThat(row.path("runs").asLong()).isEqualTo(1);
    assertThat(mine.path("budgets")).hasSize(1);
    assertThat(mine.path("budgets").get(0).path("day_limit_usd").decimalValue())
        .isEqualByComparingTo("5");
    assertThat(mine.path("budgets").get(0).path("day_spent_usd").decimalValue())
        .isEqualByComparingTo("0.25");

    var all = api.get(OWNER, "/api/costs?by=caller").json();
    assertThat(all.path("rows").findValuesAsString("key")).containsExactly("anna", "bert");
    assertThat(all.path("total_usd").decimalValue()).isEqualByComparingTo("0.75");

    var itself = api.admit(new Caller("anna", spent.text(), Caller.Scope.RUN, spent));
    assertThat(api.get(itself, "/api/costs").json().path("total_usd").decimalValue())
        .isEqualByComparingTo("0.25");
    assertThat(api.get(itself, "/api/costs").json().path("budgets")).isEmpty();
    assertThat(api.get(OWNER, "/api/costs?by=agents").body()).contains("Did you mean 'agent'?");
    assertThat(api.get(OWNER, "/api/costs?from=yesterday").status()).isEqualTo(400);
    assertThat(api.get(OWNER, "/api/costs?from=2030-01-02&to=2030-01-01").status()).isEqualTo(400);
  }

  private RunId spend(Caller caller, String usd) {
    var request = StartRequest.of("player", "spend %s in 10 out 5\ncomplete Done".formatted(usd));
    var run = api.staff().staff().start(caller, request).id();
    api.staff().awaitEnd(run);
    return run;
  }
}
