package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.NOBODY;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.audit.AuditLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditApiTest {
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

  private String start() {
    return api.play(ANNA, "hang").text();
  }

  @Test
  void what_came_by_rest_says_so() {
    var run = start();
    api.send(BERT, "POST", "/api/agents/" + run + "/stop", "");
    var entries = api.get(OWNER, "/api/audit?subject=" + run).json().path("entries");
    assertThat(entries).hasSize(2);
    var stop = entries.get(0);
    assertThat(stop.path("caller").asString()).isEqualTo("bert");
    assertThat(stop.path("action").asString()).isEqualTo("run.stop");
    assertThat(stop.path("outcome").asString()).isEqualTo("refused");
    assertThat(stop.path("code").asString()).isEqualTo("NOT_FOUND");
    var origin = stop.path("origin");
    assertThat(origin.path("surface").asString()).isEqualTo("rest");
    assertThat(origin.path("address").asString()).isEqualTo("127.0.0.1");
    assertThat(origin.path("client").asString()).startsWith("Java-http-client");
    assertThat(origin.path("tool").asString()).isEqualTo("POST /api/agents/{id}/stop");
    assertThat(entries.get(1).path("caller").asString()).isEqualTo("anna");
  }

  @Test
  void only_admins_read_it_and_who_may_not_is_noted() {
    for (var caller : new Caller[] {ANNA, READER}) {
      assertThat(api.get(caller, "/api/audit").status()).isEqualTo(403);
    }
    assertThat(api.get(NOBODY, "/api/audit").status()).isEqualTo(401);
    var entries = api.get(OWNER, "/api/audit").json().path("entries");
    assertThat(entries).hasSize(3);
    assertThat(entries.get(0).path("action").asString()).isEqualTo("door.enter");
    assertThat(entries.get(0).has("caller")).isFalse();
    assertThat(entries.get(1).path("action").asString()).isEqualTo("audit.read");
    assertThat(entries.get(1).path("code").asString()).isEqualTo("FORBIDDEN");
    assertThat(api.get(OWNER, "/api/audit").json().path("entries")).hasSize(3);
  }

  @Test
  void it_comes_in_pages_and_as_lines() {
    for (int i = 0; i < 5; i++) {
      start();
    }
    var seen = new ArrayList<Long>();
    var before = "";
    while (before != null) {
      var page = api.get(OWNER, "/api/audit?limit=2" + before).json();
      page.path("entries").forEach(it -> seen.add(it.path("number").asLong()));
      before = page.path("next").isNumber() ? "&before=" + page.path("next").asLong() : null;
    }
    assertThat(seen).containsExactly(5L, 4L, 3L, 2L, 1L);
    var lines = api.get(OWNER, "/api/audit?limit=3", "Accept", "application/x-ndjson");
    assertThat(lines.body().lines()).hasSize(3).allMatch(it -> AuditLine.read(it).isPresent());
  }

  @Test
  void what_is_asked_for_wrongly_is_refused_with_a_sentence() {
    assertThat(api.get(OWNER, "/api/audit?action=run.stopp").body()).contains("run.stop");
    assertThat(api.get(OWNER, "/api/audit?since=today").status()).isEqualTo(400);
    assertThat(api.get(OWNER, "/api/audit?outcome=bad").status()).isEqualTo(400);
    assertThat(api.get(OWNER, "/api/audit?limit=0").status()).isEqualTo(400);
  }

  @Test
  void who_reads_the_result_of_another_is_noted() {
    var run = api.play(ANNA, "deliver a result\ncomplete done");
    api.staff().awaitEnd(run);
    var payload = "/api/agents/" + run + "/payload";
    assertThat(api.get(ANNA, payload, "Accept-Encoding", "gzip").status()).isEqualTo(200);
    assertThat(actions()).doesNotContain("payload.read");
    assertThat(api.get(OWNER, payload, "Accept-Encoding", "gzip").status()).isEqualTo(200);
    assertThat(actions().getFirst()).isEqualTo("payload.read");
  }

  private List<String> actions() {
    var found = new ArrayList<String>();
    api.get(OWNER, "/api/audit")
        .json()
        .path("entries")
        .forEach(it -> found.add(it.path("action").asString()));
    return found;
  }
}
