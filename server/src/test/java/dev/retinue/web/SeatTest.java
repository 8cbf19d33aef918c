package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.core.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is started from a seat works where its caller does.
final class SeatTest {
  @TempDir private Path folder;
  @TempDir private Path work;
  private TestApi api;
  private String seat;

  @BeforeEach
  void open() throws IOException {
    api = new TestApi(folder);
    Files.createDirectory(work.resolve(".git"));
    var keys = Map.of("ANTHROPIC_API_KEY", "not told");
    seat = api.seats().take(ANNA.at(new Workplace(work, keys)));
  }

  @AfterEach
  void close() {
    api.close();
  }

  private TestApi.Answer start(dev.retinue.core.Caller caller, String at) {
    return api.send(
        caller,
        "POST",
        "/api/agents",
        "{\"contract\":\"hang\",\"agent\":\"player\"}",
        "Content-Type",
        "application/json",
        "Retinue-Seat",
        at);
  }

  @Test
  void a_run_works_in_the_folder_of_the_seat_and_is_lent_its_keys() throws IOException {
    var answer = start(ANNA, seat);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    var run = api.staff().staff().require(ANNA, RunId.of(answer.json().path("id").asString("")));
    assertThat(run.commission().terms().workingDirectory()).isEqualTo(work.toRealPath().toString());
    assertThat(run.facts()).containsEntry("lent_keys", "ANTHROPIC_API_KEY");
  }

  @Test
  void another_s_seat_is_as_good_as_none_and_so_is_one_that_was_left() {
    assertThat(start(BERT, seat).status()).isEqualTo(409);
    api.seats().leave(seat);
    var late = start(ANNA, seat);
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.message()).contains("connect again");
  }
}
