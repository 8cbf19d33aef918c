package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ten times as much as fits: whatever is accepted ends, and everything else is told why.
final class OverloadTest {
  private static final int SLOTS = 2;
  private static final int OPEN = 10;
  private static final int ASKED_BY_EACH = 10 * OPEN;

  @Test
  void what_is_accepted_ends_and_all_the_rest_is_told_why(@TempDir Path folder) throws Exception {
    var limits = new Limits(SLOTS, SLOTS, 5, 100, OPEN);
    var rules = new Rules(limits, Rate.ANY, new Rate(100, 50), Roots.NONE);
    try (var api = new TestApi(folder, Duration.ofSeconds(15), rules)) {
      Queue<TestApi.Answer> answers = new ArrayBlockingQueue<>(2 * ASKED_BY_EACH);
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var caller : List.of(TestApi.ANNA, TestApi.BERT)) {
          for (int i = 0; i < ASKED_BY_EACH; i++) {
            threads.execute(() -> answers.add(start(api, caller)));
          }
        }
      }

      assertThat(answers).hasSize(2 * ASKED_BY_EACH);
      var accepted = answers.stream().filter(it -> it.status() == 200).toList();
      assertThat(accepted).hasSizeGreaterThanOrEqualTo(OPEN);
      for (var answer : accepted) {
        var run = end(api, RunId.of(answer.json().path("id").asString()));
        assertThat(run.state()).as(run.toString()).isInstanceOf(State.Completed.class);
      }
      var refused = answers.stream().filter(it -> it.status() != 200).toList();
      assertThat(refused).isNotEmpty();
      for (var answer : refused) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(429);
        assertThat(answer.json().at("/error/limit").asString())
            .isIn("limits.open-runs-per-caller", "limits.starts-per-second");
        assertThat(answer.json().at("/error/whose").asString()).startsWith("caller:");
        assertThat(answer.json().at("/error/frees").asString()).isNotEmpty();
        assertThat(answer.response().headers().firstValue("Retry-After")).isPresent();
      }
    }
  }

  private static TestApi.Answer start(TestApi api, Caller caller) {
    var body = "{\"contract\":\"say working\\ncomplete Done\",\"agent\":\"player\"}";
    return api.post(caller, "/api/agents", body);
  }

  private static Run end(TestApi api, RunId run) throws InterruptedException {
    return api.staff().staff().await(TestApi.OWNER, run, Run::ended, Duration.ofSeconds(60));
  }
}
