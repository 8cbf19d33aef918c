package dev.retinue.runtime.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What programs have been seen to say when a quota was used up.
final class ResetTimeTest {
  private static final Instant NOW = Instant.parse("2026-07-03T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "Claude AI usage limit reached|1783094400; 2026-07-03T16:00:00Z",
        "You've hit your session limit · resets 8:30pm (Asia/Tokyo); 2026-07-04T11:30:00Z",
        "You've hit your session limit · resets 3pm (UTC); 2026-07-03T15:00:00Z",
        "You've hit your session limit · resets 12:50am (America/Los_Angeles); 2026-07-04T07:50:00Z",
        "5-hour limit reached ∙ resets 3pm; 2026-07-03T15:00:00Z",
        "Weekly limit reached · resets 10am (Asia/Seoul) · /upgrade to Max or turn on /extra-usage; 2026-07-04T01:00:00Z",
        "You've hit your limit · resets Jul 16, 11am (Europe/Berlin); 2026-07-16T09:00:00Z",
        "You've hit your limit · resets Feb 3 at 10am (UTC); 2027-02-03T10:00:00Z",
        "Claude usage limit reached. Your limit will reset at 1pm (Etc/GMT+5).; 2026-07-03T18:00:00Z",
        "You've hit your limit · resets 11:55am (UTC); 2026-07-03T11:55:00Z",
        "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing) or try again in 2 days 3 hours 12 minutes.; 2026-07-05T15:12:00Z",
        "You've hit your usage limit. Try again in 4 days 20 hours 9 minutes.; 2026-07-08T08:09:00Z",
        "You've hit your usage limit, try again in 3 hours 2 minutes.; 2026-07-03T15:02:00Z",
        "You've hit your usage limit. Upgrade to Plus (https://chatgpt.com/explore/plus), or try again at Jul 5th, 2026 8:19 PM.; 2026-07-05T20:19:00Z",
        "You've hit your usage limit. To continue, try again at 3:45 PM.; 2026-07-03T15:45:00Z",
        "{\"error\":{\"type\":\"usage_limit_reached\",\"plan_type\":\"plus\",\"resets_at\":1783094400,\"resets_in_seconds\":99}}; 2026-07-03T16:00:00Z",
        "{\"error\":{\"type\":\"usage_limit_reached\",\"resets_in_seconds\":90}}; 2026-07-03T12:01:30Z",
        "Rate limit reached for gpt-5.5 in organization x. Please try again in 11.5s.; 2026-07-03T12:00:11.500Z",
        "Rate limit reached on tokens per min. Please try again in 1m30s.; 2026-07-03T12:01:30Z",
        "Please try again in 20ms. Visit our page.; 2026-07-03T12:00:00.020Z",
        "rate limited, try again in 20m; 2026-07-03T12:20:00Z",
        "You have exhausted your capacity on this model. Your quota will reset after 2h38m53s.; 2026-07-03T14:38:53Z",
        "Quota exceeded for metric: requests, limit: 20. Please retry in 42.5s.; 2026-07-03T12:00:42.500Z",
        "[{\"retryDelay\": \"42s\"}]; 2026-07-03T12:00:42Z",
        "HTTP 429, Retry-After: 30; 2026-07-03T12:00:30Z",
        "429 with retry-after-ms: 1500; 2026-07-03T12:00:01.500Z",
        "Quota reached. Resets in 1 hour and 5 minutes; 2026-07-03T13:05:00Z",
        "limit until 2026-07-03T18:30:00Z; 2026-07-03T18:30:00Z",
        "resets at 2026-07-03 18:30:00 UTC; 2026-07-03T18:30:00Z",
        "resets 2026-07-03T20:30:00.5+02:00 or so; 2026-07-03T18:30:00.500Z",
        "X-RateLimit-Reset: 1783094400000; 2026-07-03T16:00:00Z",
      })
  void the_time_is_found_in_what_programs_say(String message, Instant expected) {
    assertThat(ResetTime.find(message, NOW, ZoneOffset.UTC)).hasValue(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "429 Too Many Requests",
        "Resource has been exhausted (e.g. check quota).",
        "You exceeded your current quota, please check your plan and billing details.",
        "or wait for limits to reset (every 5h and every week.).",
        "The usage limit has been reached",
        "Your credit balance is too low to access the API",
        "Claude AI usage limit reached|1000000000",
        "resets 99pm (UTC)",
        "resets 3pm (Nowhere/City)",
        "try again at 10 de jul. de 2026",
        "try again in 900000000000000000000 days",
      })
  void what_names_no_time_has_none(String message) {
    assertThat(ResetTime.find(message, NOW, ZoneOffset.UTC)).isEmpty();
  }

  @Test
  void a_time_without_a_zone_is_meant_where_the_program_is() {
    assertThat(ResetTime.find("resets 3pm", NOW, ZoneId.of("Europe/Berlin")))
        .hasValue(Instant.parse("2026-07-03T13:00:00Z"));
  }

  @Test
  void endless_amounts_are_read_as_far_as_anybody_would_write_them() {
    var message = "try again in " + "1s ".repeat(3_000);
    assertThat(ResetTime.find(message, NOW, ZoneOffset.UTC)).hasValue(NOW.plusSeconds(9));
  }
}
