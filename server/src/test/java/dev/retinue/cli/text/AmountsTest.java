package dev.retinue.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "PT-1S, 0s",
    "PT0S, 0s",
    "PT59.9S, 59s",
    "PT65S, 1m 05s",
    "PT3H20M, 3h 20m",
    "P2DT4H9M, 2d 4h"
  })
  void times_are_as_short_as_they_can_be_read(String duration, String shown) {
    assertThat(Amounts.time(Duration.parse(duration))).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"0, -", "0.0214, $0.021", "9.9996, $10.000", "12.345, $12.35", "1234.5, $1234.50"})
  void prices_have_as_many_digits_as_matter(BigDecimal usd, String shown) {
    assertThat(Amounts.cost(usd)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "0,-",
    "1,1",
    "999,999",
    "1000,1.0k",
    "9949,9.9k",
    "9950,10k",
    "123456,123k",
    "999499,999k",
    "999500,1.0M",
    "12345678,12M"
  })
  void counts_are_short(long number, String shown) {
    assertThat(Amounts.count(number)).isEqualTo(shown);
  }

  @Test
  void a_price_that_is_not_known_is_not_invented() {
    assertThat(Amounts.cost(JsonMapper.shared().nullNode())).isEqualTo("?");
    assertThat(Amounts.cost(JsonMapper.shared().missingNode())).isEqualTo("?");
  }

  @ParameterizedTest
  @CsvSource({
    "agent-urqsri5nvesenuowagv6en4wl6, agent-urqsri5n",
    "sp_urqsri5nvesenuowagv6en4wl6, sp_urqsri5n",
    "agent-abc, agent-abc",
    "'', ''"
  })
  void ids_are_shown_as_short_as_they_can_be_typed(String id, String shown) {
    assertThat(Amounts.shortId(id)).isEqualTo(shown);
  }

  @Test
  void a_run_that_has_not_begun_has_taken_no_time() {
    var run = JsonMapper.shared().createObjectNode();
    var now = Instant.parse("2026-01-01T00:01:00Z");
    assertThat(Amounts.elapsed(run, now)).isEqualTo("-");
    run.put("started_at", "2026-01-01T00:00:00Z");
    assertThat(Amounts.elapsed(run, now)).isEqualTo("1m 00s");
    run.put("ended_at", "2026-01-01T00:00:09Z");
    assertThat(Amounts.elapsed(run, now)).isEqualTo("9s");
  }

  @Test
  void colours_are_for_those_who_see_them_and_want_them() {
    assertThat(Style.of(false, Map.of())).isEqualTo(Style.PLAIN);
    assertThat(Style.of(true, Map.of())).isEqualTo(Style.COLOURED);
    assertThat(Style.of(true, Map.of("NO_COLOR", ""))).isEqualTo(Style.COLOURED);
    assertThat(Style.of(true, Map.of("NO_COLOR", "1"))).isEqualTo(Style.PLAIN);
    assertThat(Style.of(true, Map.of("TERM", "dumb"))).isEqualTo(Style.PLAIN);
    assertThat(Style.PLAIN.red("x")).isEqualTo("x");
    assertThat(Style.COLOURED.red("x")).isEqualTo("\u001b[31mx\u001b[0m");
  }
}
