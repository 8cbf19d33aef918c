package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs over REST.
final class AgentsApiTest {
  private static final String UNKNOWN = "agent-aaaaaaaaaaaaaaaaaaaaaaaaaa";

  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void an_agent_is_made_given_its_contract_and_started() {
    var made = api.send(OWNER, "POST", "/api/agents", "").json();
    var path = "/api/agents/" + made.path("id").asString();
    assertThat(made.path("status").asString()).isEqualTo("ready");
    assertThat(api.post(OWNER, path + "/start", "").code()).isEqualTo("CONFLICT");

    var set = api.post(OWNER, path + "/contract", "{\"contract\":\"complete all done\"}");
    assertThat(set.json().path("contract").asString()).isEqualTo("complete all done");
    var started = api.send(OWNER, "POST", path + "/start", "");
    assertThat(started.json().path("status").asString()).isEqualTo("running");

    api.staff().awaitEnd(RunId.of(made.path("id").asString()));
    var shown = api.get(OWNER, path).json();
    assertThat(shown.path("status").asString()).isEqualTo("completed");
    assertThat(shown.path("summary").asString()).isEqualTo("all done");
    assertThat(shown.path("contract").asString()).isEqualTo("complete all done");
    assertThat(api.send(OWNER, "POST", path + "/start", "").status()).isEqualTo(409);
  }

  @Test
  void a_retry_with_the_same_key_is_the_same_start_in_header_and_body() {
    var plain = "{\"contract\":\"hang\"}";
    var first =
        api.send(
            ANNA,
            "POST",
            "/api/agents",
            plain,
            "Content-Type",
            "application/json",
            "Idempotency-Key",
            "once");
    var second =
        api.post(ANNA, "/api/agents", "{\"contract\":\"hang\",\"idempotency_key\":\"once\"}");
    var other =
        api.post(ANNA, "/api/agents", "{\"contract\":\"say x\",\"idempotency_key\":\"once\"}");
    assertThat(first.status()).isEqualTo(200);
    assertThat(second.json().path("id")).isEqualTo(first.json().path("id"));
    assertThat(other.status()).isEqualTo(409);
    assertThat(
            api.send(
                    ANNA,
                    "POST",
                    "/api/agents",
                    "{\"contract\":\"x\",\"idempotency_key\":\"a\"}",
                    "Content-Type",
                    "application/json",
                    "Idempotency-Key",
                    "b")
                .status())
        .isEqualTo(400);
  }

  @Test
  void what_an_agent_said_and_did_is_its_output() {
    var id =
        api.play(
            OWNER,
            "say hello\nthink hm\ncall look {\"at\": \"it\", \"n\": 3} -> seen\nfail error broken");
    api.staff().awaitEnd(id);
    var shown = api.get(OWNER, "/api/agents/" + id).json();
    assertThat(shown.path("output").toString())
        .isEqualTo(
            "[{\"type\":\"assistant\",\"content\":\"hello\"},"
                + "{\"type\":\"tool\",\"content\":\"\",\"tool_call\":\"look at=it n=3\"},"
                + "{\"type\":\"tool\",\"content\":\"→ seen\"},"
                + "{\"type\":\"error\",\"content\":\"error: broken\"}]");
    assertThat(shown.path("status").asString()).isEqualTo("stopped");
    assertThat(shown.path("state").asString()).isEqualTo("failed");
  }

  @Test
  void output_that_does_not_fit_in_one_answer_is_said_to_be_cut() {
    var little = api.play(OWNER, "say one\ncomplete done");
    var many = api.play(OWNER, "repeat 1001\nsay x\nend\ncomplete done");
    var much = api.play(OWNER, "repeat 20\nsay " + "x".repeat(60_000) + "\nend\ncomplete done");
    for (var id : List.of(little, many, much)) {
      api.staff().awaitEnd(id);
    }
    assertThat(isCut(little)).isFalse();
    assertThat(isCut(many)).isTrue();
    assertThat(isCut(much)).isTrue();
  }

  private boolean isCut(RunId id) {
    return api.get(OWNER, "/api/agents/" + id).json().path("output_truncated").asBoolean();
  }

  @Test
  void what_no_words_give_is_not_answered() {
    var started =
        api.post(
            OWNER,
            "/api/agents",
            "{\"contract\":\"spend 0.02\\ncomplete done\",\"budget\":{\"max_cost_usd\":0.01},\"abort_on_budget_exceeded\":false}");
    var id = RunId.of(started.json().path("id").asString());
    var waiting = api.staff().await(id, run -> !run.needs().isEmpty());
    var need = waiting.needs().getFirst().id();
    var answer =
        api.post(
            OWNER,
            "/api/agents/" + id + "/answers",
            "{\"need\":\"%s\",\"answer\":\"go on\"}".formatted(need));
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.message()).contains("waits for budget, which no answer gives it");
    assertThat(api.staff().run(id).needs()).hasSize(1);
  }

  @Test
  void a_restart_is_under_the_same_terms() {
    var started =
        api.post(
            OWNER,
            "/api/agents",
            "{\"contract\":\"hang\",\"budget\":{\"max_cost_usd\":0.01,\"max_runs\":3},\"abort_on_budget_exceeded\":false,"
                + "\"checks\":[{\"type\":\"payload_schema\",\"schema\":{\"type\":\"object\"}}]}");
    var id = RunId.of(started.json().path("id").asString());
    var again = api.send(OWNER, "POST", "/api/agents/" + id + "/restart", "").json();
    var terms = api.staff().run(RunId.of(again.path("id").asString())).commission().terms();
    assertThat(terms).isEqualTo(api.staff().run(id).commission().terms());
    assertThat(terms.checks()).hasSize(1);
  }

  @Test
  void stopping_says_the_true_state_and_an_ending_stays() {
    var id = api.play(OWNER, "hang");
    var stopped = api.send(OWNER, "POST", "/api/agents/" + id + "/stop", "").json();
    assertThat(stopped.path("status").asString()).isEqualTo("stop_requested");
    assertThat(stopped.path("state").asString()).isEqualTo("stopped");
    var late = api.post(OWNER, "/api/agents/" + id + "/complete", "{\"summary\":\"late\"}").json();
    assertThat(late.path("status").asString()).isEqualTo("stopped");
    assertThat(api.staff().run(id).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void what_is_removed_is_stopped_and_gone_for_everybody_at_once() {
    var id = api.play(ANNA, "hang");
    var path = "/api/agents/" + id;
    var deleted = api.send(ANNA, "DELETE", path, "");
    assertThat(deleted.json().path("status").asString()).isEqualTo("deleted");
    assertThat(api.get(ANNA, path).status()).isEqualTo(404);
    assertThat(api.get(ANNA, "/api/agents").json().path("agents")).isEmpty();
    assertThat(api.get(OWNER, "/api/agents").json().path("agents")).isEmpty();
    assertThat(api.send(ANNA, "DELETE", path, "").status()).isEqualTo(404);
    assertThat(api.send(ANNA, "DELETE", "/api/agents/" + UNKNOWN, "").status()).isEqualTo(404);
  }

  @Test
  void what_is_anothers_is_not_removed() {
    var id = api.play(ANNA, "hang");
    var answer = api.send(BERT, "DELETE", "/api/agents/" + id, "");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(api.staff().run(id).ended()).isFalse();
    assertThat(api.send(READER, "DELETE", "/api/agents/" + id, "").status()).isEqualTo(403);
  }

  @Test
  void a_restart_is_a_new_run_that_names_the_old_one() {
    var id = api.play(OWNER, "complete done");
    api.staff().awaitEnd(id);
    var again = api.send(OWNER, "POST", "/api/agents/" + id + "/restart", "").json();
    assertThat(again.path("restart_of").asString()).isEqualTo(id.text());
    assertThat(again.path("id").asString()).isNotEqualTo(id.text());
    var shown = api.get(OWNER, "/api/agents/" + again.path("id").asString()).json();
    assertThat(shown.path("restart_of").asString()).isEqualTo(id.text());
  }

  @Test
  void a_question_is_pending_until_it_is_answered() {
    var id = api.play(ANNA, "ask Which way?\ncomplete went {answer}");
    api.staff().await(id, run -> !run.needs().isEmpty());
    var pending = api.get(ANNA, "/api/pending").json().path("pending").get(0);
    assertThat(pending.path("agent_id").asString()).isEqualTo(id.text());
    assertThat(pending.path("text").asString()).isEqualTo("Which way?");
    assertThat(pending.path("since").asString()).isEqualTo("2030-01-01T12:00:00Z");
    assertThat(api.get(BERT, "/api/pending").json().path("pending")).isEmpty();
    var body = Json.object().put("need", pending.path("need").asString()).put("answer", "left");
    assertThat(api.post(ANNA, "/api/agents/" + id + "/answers", body.toString()).status())
        .isEqualTo(200);
    assertThat(api.post(ANNA, "/api/agents/" + id + "/answers", body.toString()).status())
        .isEqualTo(409);
    api.staff().awaitEnd(id);
    assertThat(api.get(ANNA, "/api/agents/" + id).json().path("summary").asString())
        .isEqualTo("went left");
  }

  @Test
  void a_budget_is_raised() {
    var body =
        "{\"contract\":\"spend 0.02\\ncomplete rich\",\"budget\":{\"max_cost_usd\":0.01},"
            + "\"abort_on_budget_exceeded\":false}";
    var id = RunId.of(api.post(OWNER, "/api/agents", body).json().path("id").asString());
    api.staff().await(id, run -> !run.needs().isEmpty());
    api.post(OWNER, "/api/agents/" + id + "/budget", "{\"max_cost_usd\":1}");
    assertThat(api.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void the_list_has_pages_and_filters_and_cuts_contracts() {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      ids.addFirst(api.play(ANNA, "complete " + "x".repeat(60)).text());
      api.staff().awaitEnd(RunId.of(ids.getFirst()));
    }
    var hanging = api.play(ANNA, "hang");
    var seen = new ArrayList<String>();
    var next = "";
    do {
      var page = api.get(ANNA, "/api/agents?status=completed&limit=2&before=" + next).json();
      page.path("agents").forEach(row -> seen.add(row.path("id").asString()));
      assertThat(page.path("agents").get(0).path("contract").asString())
          .isEqualTo("complete " + "x".repeat(41) + "...");
      next = page.path("next").isNull() ? "" : page.path("next").asString();
    } while (!next.isEmpty());
    assertThat(seen).isEqualTo(ids);
    var running = api.get(ANNA, "/api/agents?status=running").json().path("agents");
    assertThat(running).hasSize(1);
    assertThat(running.get(0).path("id").asString()).isEqualTo(hanging.text());
    assertThat(api.get(ANNA, "/api/agents?status=running&state=completed").json().path("agents"))
        .isEmpty();
    assertThat(api.get(BERT, "/api/agents").json().path("agents")).isEmpty();
    assertThat(api.get(OWNER, "/api/agents").json().path("agents")).hasSize(6);
  }

  @ParameterizedTest
  @CsvSource({
    "status=busy, status",
    "state=stalled, state",
    "limit=0, limit",
    "limit=1001, limit",
    "limit=x, limit",
    "before=-1, before"
  })
  void a_wrong_filter_is_refused_by_its_name(String query, String name) {
    var answer = api.get(OWNER, "/api/agents?" + query);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("INVALID_INPUT");
    assertThat(answer.message()).contains("'" + name + "'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"contract\":7} | 'contract'",
        "{\"contract\":\"\"} | 'contract'",
        "{\"agent\":\"player\"} | contract",
        "{\"contract\":\"x\",\"budget\":{\"max_tokens\":\"many\"}} | 'budget.max_tokens'",
        "{\"contract\":\"x\",\"contrakt\":\"y\"} | contrakt",
        "{\"contract\":\"x\",\"contract\":\"y\"} | contract",
        "[] | object",
        "{ | readable",
      })
  void a_wrong_body_is_refused_by_the_name_of_the_field(String body, String named) {
    var answer = api.post(OWNER, "/api/agents", body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.message()).contains(named);
    assertThat(api.staff().all()).isEmpty();
  }

  @Test
  void a_body_says_that_it_is_json_and_is_not_too_deep() {
    var text = api.send(OWNER, "POST", "/api/agents", "{}", "Content-Type", "text/plain");
    assertThat(text.status()).isEqualTo(415);
    var deep = "[".repeat(200) + "]".repeat(200);
    assertThat(api.post(OWNER, "/api/agents", deep).status()).isEqualTo(400);
    var long1 = "{\"contract\":\"" + "x".repeat(4 << 20) + "\"}";
    for (int i = 0; i < 20; i++) {
      assertThat(api.post(OWNER, "/api/agents", long1).status()).isEqualTo(413);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/payload", "/output", "/events"})
  void what_is_anothers_looks_as_what_is_not_there(String rest) {
    var his = api.play(ANNA, "complete mine");
    api.staff().awaitEnd(his);
    assertThat(api.get(BERT, "/api/agents/" + his + rest).body().replace(his.text(), UNKNOWN))
        .isEqualTo(api.get(BERT, "/api/agents/" + UNKNOWN + rest).body());
    assertThat(api.get(BERT, "/api/agents/" + his + rest).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"contract", "start", "stop", "restart", "complete", "answers", "budget"})
  void what_is_anothers_cannot_be_touched_either(String verb) {
    var his = api.play(ANNA, "hang");
    var body =
        switch (verb) {
          case "contract" -> "{\"contract\":\"x\"}";
          case "complete" -> "{\"summary\":\"x\"}";
          case "answers" -> "{\"need\":\"x\",\"answer\":\"y\"}";
          case "budget" -> "{\"max_turns\":1}";
          default -> "";
        };
    var one = api.post(BERT, "/api/agents/" + his + "/" + verb, body);
    var none = api.post(BERT, "/api/agents/" + UNKNOWN + "/" + verb, body);
    assertThat(one.status()).as(one.body()).isEqualTo(404);
    assertThat(one.body().replace(his.text(), UNKNOWN)).isEqualTo(none.body());
    assertThat(api.staff().run(his).ended()).isFalse();
  }

  @Test
  void who_may_only_read_starts_nothing() {
    var answer = api.post(READER, "/api/agents", "{\"contract\":\"hang\"}");
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.code()).isEqualTo("FORBIDDEN");
    assertThat(api.get(READER, "/api/agents").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /api/agents, 'GET, POST'",
    "HEAD, /api/health, GET",
    "OPTIONS, /api/agents/x, 'DELETE, GET'",
    "DELETE, /api/pending, GET",
    "GET, /api/agents/x/stop, POST"
  })
  void a_method_that_is_not_allowed_says_which_is(String method, String path, String allowed) {
    var answer = api.send(OWNER, method, path, "");
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.response().headers().allValues("Allow").getFirst()).startsWith(allowed);
    assertThat(answer.response().headers().map()).doesNotContainKey("access-control-allow-origin");
  }

  @Test
  void the_house_says_how_it_is_who_is_there_and_with_what() {
    api.play(ANNA, "hang");
    var health = api.get(ANNA, "/api/health");
    assertThat(health.body())
        .matches(
            "\\{\"status\":\"ok\",\"model\":null,\"endpoint\":null,\"version\":\"1\",\"agents_running\":1,\"reasons\":\\[],\"uptime_seconds\":[0-9]+}");
    assertThat(health.response().headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(health.response().headers().firstValue("X-Content-Type-Options"))
        .contains("nosniff");
    var staff = api.get(ANNA, "/api/staff").json().path("agents");
    assertThat(staff.get(0).path("name").asString()).isEqualTo("player");
    assertThat(staff.get(0).path("default").asBoolean()).isTrue();
    assertThat(staff.get(0).has("needs")).as("it needs nothing").isFalse();
    var tools = api.get(ANNA, "/api/tools").json();
    assertThat(tools.path("servers").get(0).path("name").asString()).isEqualTo("lifecycle");
    assertThat(tools.path("tools").get(0).path("_server").asString()).isEqualTo("_internal");
  }
}
