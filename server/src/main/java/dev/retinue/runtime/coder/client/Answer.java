package dev.retinue.runtime.coder.client;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What came back, whatever it says.
///
/// @param body the JSON of it; missing where it was none
/// @param text the beginning of what was no JSON and no page
record Answer(int status, HttpHeaders headers, JsonNode body, String text) {
  private static final int REDIRECTS = 3;
  private static final int A_DAY = 86_400;

  boolean isGood() {
    return status / 100 == 2;
  }

  boolean isRedirect() {
    return status / 100 == REDIRECTS;
  }

  /// How long the other side asks to wait.
  Optional<Duration> retryAfter(InstantSource clock) {
    return headers.firstValue("retry-after").map(String::strip).flatMap(it -> time(it, clock));
  }

  private static Optional<Duration> time(String value, InstantSource clock) {
    try {
      return Optional.of(Duration.ofSeconds(Math.clamp(Long.parseLong(value), 0, A_DAY)));
    } catch (NumberFormatException _) {
      return date(value, clock);
    }
  }

  private static Optional<Duration> date(String value, InstantSource clock) {
    try {
      var at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      var left = Duration.between(clock.instant(), at);
      return Optional.of(left.isNegative() ? Duration.ZERO : left);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
