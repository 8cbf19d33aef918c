package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Rules;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests that are refused are counted by the limit that refused them.
final class CountedTest {
  @TempDir private Path folder;

  @Test
  void a_refusal_is_counted_by_its_limit() {
    var usual = Rules.DEFAULT;
    var slow =
        new Rules(usual.limits(), new Rate(1, 1), usual.starts(), usual.roots(), usual.sessions());
    try (var api = new TestApi(folder, Duration.ofSeconds(15), slow)) {
      api.get(ANNA, "/api/ping");
      assertThat(api.get(ANNA, "/api/ping").status()).isEqualTo(429);
      assertThat(api.get(ANNA, "/api/ping").status()).isEqualTo(429);

      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (!text(api).contains("limit=\"limits.requests-per-second\"} 2")) {
        // It is counted a moment after it was answered.
        assertThat(System.nanoTime()).as(text(api)).isLessThan(end);
      }
    }
  }

  private static String text(TestApi api) {
    return api.watch().text();
  }
}
