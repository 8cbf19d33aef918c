package dev.retinue.llm.wire;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// How long a provider asks to wait, wherever it says so.
final class Pauses {
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Pattern WORDS =
      Pattern.compile("(?:try again|retry) (?:in|after) (\\d+(?:\\.\\d+)?) ?(ms|s|m|h)\\w*");

  private Pauses() {}

  static Optional<Duration> of(HttpHeaders headers, JsonNode body, InstantSource clock) {
    return headers
        .firstValue("retry-after-ms")
        .flatMap(it -> amount(it, "ms"))
        .or(() -> headers.firstValue("retry-after").flatMap(it -> after(it, clock)))
        .or(() -> detail(body))
        .map(Pauses::bounded);
  }

  /// Where only the sentence has it.
  static Optional<Duration> inWords(String sentence) {
    var found = WORDS.matcher(sentence);
    return found.find()
        ? amount(found.group(1), found.group(2)).map(Pauses::bounded)
        : Optional.empty();
  }

  private static Optional<Duration> after(String value, InstantSource clock) {
    return amount(value.strip(), "s").or(() -> date(value.strip(), clock));
  }

  private static Optional<Duration> date(String value, InstantSource clock) {
    try {
      var at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Instant now = clock.instant();
      return Optional.of(at.isBefore(now) ? Duration.ZERO : Duration.between(now, at));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /// Google's way: `error.details[].retryDelay`, as `30s`.
  static Optional<Duration> detail(JsonNode body) {
    for (var detail : body.path("error").path("details")) {
      var delay = detail.path("retryDelay").asString("");
      if (delay.endsWith("s")) {
        return amount(delay.substring(0, delay.length() - 1), "s");
      }
    }
    return Optional.empty();
  }

  private static Optional<Duration> amount(String number, String unit) {
    try {
      double millis =
          Double.parseDouble(number)
              * switch (unit) {
                case "ms" -> 1;
                case "s" -> 1_000;
                case "m" -> 60_000;
                default -> 3_600_000;
              };
      return millis >= 0 ? Optional.of(Duration.ofMillis((long) millis)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Duration bounded(Duration asked) {
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
