package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.testing.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is told of the price of runs.
final class CostApiTest {
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
  void what_a_run_cost_is_told_with_those_who_worked_for_it_and_without() {
    api.staff().hire("payer", "spend 0.03\ncomplete paid");
    var id = api.play(OWNER, "spend 0.02\nstart payer: pay\nawait\ncomplete done");
    api.staff().awaitEnd(id);
    var run = api.get(OWNER, "/api/agents/" + id).json();
    assertThat(run.path("cost_usd").decimalValue()).isEqualByComparingTo("0.02");
    assertThat(run.path("tree_cost_usd").decimalValue()).isEqualByComparingTo("0.05");
    api.staff().hire("middle", "spend 0.01\nstart payer: pay\nawait\ncomplete done");
    var top = api.play(OWNER, "start middle: work\nawait\ncomplete done");
    api.staff().awaitEnd(top);
    var middle =
        api.staff().all().stream()
            .filter(it -> it.commission().agent().name().equals("middle"))
            .findFirst()
            .orElseThrow();
    var below = api.get(OWNER, "/api/agents/" + middle.id()).json();
    assertThat(below.path("cost_usd").decimalValue()).isEqualByComparingTo("0.01");
    assertThat(below.path("tree_cost_usd").decimalValue()).isEqualByComparingTo("0.04");
  }

  @Test
  void what_a_script_costs_is_said_to_be_invented() throws IOException {
    try (var writer = new Writer();
        var other =
            new TestApi(
                Files.createDirectory(folder.resolve("other")),
                Duration.ofSeconds(15),
                Rules.of(Limits.DEFAULT),
                writer)) {
      assertThat(invented(other, "player")).containsExactly(true, true);
      assertThat(invented(other, Writer.NAME)).containsExactly(false, false);
    }
  }

  /// Of a run in its own view, and in that of many.
  private static List<Boolean> invented(TestApi api, String agent) {
    var run = "{\"agent\":\"%s\",\"contract\":\"complete x\"}".formatted(agent);
    var begun = api.post(OWNER, "/api/agents", run);
    assertThat(begun.status()).as(begun.body()).isEqualTo(200);
    var id = begun.json().path("id").asString();
    var rows = api.get(OWNER, "/api/agents?root=" + id).json().path("agents");
    return Stream.of(api.get(OWNER, "/api/agents/" + id).json(), rows.path(0))
        .map(it -> it.path("invented").asBoolean(false))
        .toList();
  }

  @Test
  void what_was_spent_is_forgotten_after_three_years_but_not_before_its_runs() {
    var run = api.play(ANNA, "spend 0.25\ncomplete ok");
    api.staff().awaitEnd(run);
    var that = "/api/costs?from=2030-01-01&to=2030-01-01";
    api.staff().clock().advance(Duration.ofDays(3 * 365));
    assertThat(api.send(ANNA, "DELETE", "/api/agents/" + run, "").status()).isEqualTo(200);
    assertThat(api.costs().forgetOld()).isZero();
    assertThat(api.get(ANNA, that).json().path("rows")).hasSize(1);

    var later = api.play(ANNA, "hang");
    api.staff().clock().advance(Duration.ofDays(3 * 365));
    assertThat(api.costs().forgetOld()).isEqualTo(1);
    assertThat(api.get(ANNA, that).json().path("rows")).isEmpty();
    api.staff().clock().advance(Duration.ofDays(365));
    assertThat(api.costs().forgetOld()).as("run %s is still there", later).isZero();
  }
}
