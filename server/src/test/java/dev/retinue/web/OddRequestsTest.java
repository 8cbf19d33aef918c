package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests to the API that are malformed, too long, or not what they say they are.
final class OddRequestsTest {
  private static final String HEAD =
      String.join(
          "\r\n",
          "POST /api/agents HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer anna",
          "Content-Type: application/json",
          "");
  private static final String HANG = "{\"contract\":\"hang\"}";

  @TempDir private static Path folder;
  private static TestApi api;

  @BeforeAll
  static void open() {
    api = new TestApi(folder);
  }

  @AfterAll
  static void close() {
    api.close();
  }

  @Test
  void a_body_that_says_it_is_too_long_is_refused_before_it_comes() {
    try (var client = api.raw()) {
      client.send(HEAD + "Content-Length: 4194305\r\n\r\n{");
      assertThat(client.status()).isEqualTo(413);
    }
    assertNothingStarted();
  }

  @Test
  void a_body_of_unknown_length_that_is_too_long_is_refused() {
    try (var client = api.raw()) {
      client.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n");
      client.send("400001\r\n").send(new byte[0x400001]);
      assertThat(client.status()).isEqualTo(413);
    }
    assertNothingStarted();
  }

  @Test
  void a_body_that_is_shorter_than_it_says_starts_nothing() {
    try (var client = api.raw()) {
      client.send(HEAD + "Content-Length: 100\r\n\r\n" + HANG);
      client.shutdownOutput();
      assertThat(client.untilClosed()).doesNotContain(" 200 ");
    }
    assertNothingStarted();
  }

  @Test
  void what_comes_after_a_body_is_another_request_and_no_good_one() {
    try (var client = api.raw()) {
      client.send(HEAD + "Content-Length: 2\r\n\r\n{}GARBAGE\r\n\r\n");
      assertThat(client.body()).contains("INVALID_INPUT");
      assertThat(client.status()).isEqualTo(400);
    }
    assertNothingStarted();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: x\r\n",
        "Transfer-Encoding: gzip\r\n",
        "no colon\r\n",
        "Space : before\r\nContent-Length: 0\r\n"
      })
  void a_head_that_can_be_read_in_two_ways_is_refused(String lines) {
    try (var client = api.raw()) {
      client.send(HEAD + lines + "\r\n");
      assertThat(client.status()).isIn(400, 501);
    }
    assertNothingStarted();
  }

  @Test
  void a_head_that_is_too_long_is_refused() {
    try (var client = api.raw()) {
      client.send(HEAD + "X-Long: " + "x".repeat(20_000) + "\r\n\r\n");
      assertThat(client.status()).isEqualTo(431);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/api/agents/%2e%2e/health, 400",
    "/api/../api/health, 200",
    "/api/agents/..%2fhealth, 400",
    "//api/health, 400",
    "/api/health/, 404",
    "/api/health%00, 400",
    "/API/health, 404",
    "/api/health;x=1, 200"
  })
  void a_path_has_one_meaning(String path, int status) {
    try (var client = api.raw()) {
      client.send(
          "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer anna\r\n\r\n"
              .formatted(path));
      assertThat(client.status()).isEqualTo(status);
    }
  }

  @Test
  void who_asks_too_often_is_told_when_to_come_again_and_others_are_served(@TempDir Path other) {
    var rules = new Rules(Limits.DEFAULT, new Rate(1, 3), Rate.ANY, Roots.NONE);
    try (var strict = new TestApi(other, Duration.ofSeconds(15), rules)) {
      var refused = strict.get(ANNA, "/api/health");
      for (int i = 0; refused.status() == 200 && i < 1000; i++) {
        refused = strict.get(ANNA, "/api/health");
      }
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.code()).isEqualTo("LIMIT_EXCEEDED");
      assertThat(refused.response().headers().firstValue("Retry-After")).contains("1");
      assertThat(strict.send(ANNA, "POST", "/mcp", "").status()).isEqualTo(429);
      assertThat(strict.get(BERT, "/api/health").status()).isEqualTo(200);
    }
  }

  private static void assertNothingStarted() {
    assertThat(api.staff().all()).isEmpty();
    assertThat(api.get(ANNA, "/api/health").status()).isEqualTo(200);
  }
}
