package dev.retinue.runtime.standby;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// When a program says that it may be asked again, in whichever words it says so.
public final class ResetTime {
  private static final Duration JUST_NOW = Duration.ofMinutes(10);
  private static final int LONGEST = 10_000;
  private static final Duration FARTHEST = Duration.ofDays(400);
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  /// `…reached|1760000000`, `"resets_at":1760000000`, `X-RateLimit-Reset: 1760000000`
  private static final Pattern EPOCH =
      pattern("(?:\\||reset(?:s)?[_-]?(?:at)?[\"']?\\s*[:=]\\s*[\"']?)(\\d{13}|\\d{10})\\b");

  /// `"resets_in_seconds":13872`, `Retry-After: 30`, `retry-after-ms: 1500`, `"retryDelay": "42s"`
  private static final Pattern FIELD =
      pattern(
          "(?:resets?[_-]in[_-]seconds|retry[_-]?after|retry[_-]?delay)([_-]ms)?[\"']?\\s*[:=]\\s*[\"']?(\\d+(?:\\.\\d+)?)\\s*(ms)?");

  private static final Pattern ISO =
      pattern(
          "\\b(\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?)\\s?(Z|UTC|[+-]\\d{2}:?\\d{2})");

  private static final String AMOUNT =
      "\\d+(?:\\.\\d+)?\\s*(?:weeks?|w|days?|d|hours?|hrs?|h|milliseconds?|ms|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])";

  /// `try again in 2 days 3 hours 12 minutes`, `will reset after 2h38m53s`, `retry in 42.7s`
  private static final Pattern SPAN =
      pattern(
          "\\b(?:try again|retry|reset(?:s|ting)?|available(?: again)?|wait)\\b[^.;|\\n]{0,40}?\\b(?:in|after|for)\\s+((?:"
              + AMOUNT
              + "(?:\\s{0,9},)?\\s{0,9}(?:and\\s{1,9})?){1,9})");

  private static final Pattern PART =
      pattern(
          "(\\d+(?:\\.\\d+)?)\\s*(weeks?|w|days?|d|hours?|hrs?|h|milliseconds?|ms|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])");

  /// `resets 8:30pm (Asia/Tokyo)`, `resets Feb 16, 11am (Europe/Berlin)`, `try again at Jul 5th,
  /// 2026 8:19 PM`
  private static final Pattern CLOCK =
      pattern(
          "\\b(?:resets?|try again|retry|available again|resume[^.\\n]{0,30}?)(?:\\s+(?:at|on))?:?\\s+"
              + "(?:(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?"
              + "(?:,?\\s+(?<year>\\d{4}))?,?\\s+(?:at\\s+)?)?"
              + "(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))?\\s?(?<half>[ap]\\.?m\\b)?"
              + "(?:\\s*\\((?<zone>[A-Za-z0-9_/+-]+)\\)|\\s+(?<short>UTC|GMT)\\b)?");

  private ResetTime() {}

  private static Pattern pattern(String text) {
    return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
  }

  /// When it will be back, if these words say so.
  ///
  /// @param zone where the program believes to be, if it does not say
  public static Optional<Instant> find(String text, Instant now, ZoneId zone) {
    var message = text.substring(0, Math.min(text.length(), LONGEST));
    return epoch(message)
        .or(() -> field(message, now))
        .or(() -> iso(message))
        .or(() -> span(message, now))
        .or(() -> clock(message, now, zone))
        .filter(it -> it.isAfter(now.minus(JUST_NOW)) && it.isBefore(now.plus(FARTHEST)));
  }

  private static Optional<Instant> epoch(String message) {
    var found = EPOCH.matcher(message);
    if (!found.find()) {
      return Optional.empty();
    }
    long number = Long.parseLong(found.group(1));
    boolean millis = found.group(1).length() > 10;
    return Optional.of(millis ? Instant.ofEpochMilli(number) : Instant.ofEpochSecond(number));
  }

  private static Optional<Instant> field(String message, Instant now) {
    var found = FIELD.matcher(message);
    if (!found.find()) {
      return Optional.empty();
    }
    boolean millis = found.group(1) != null || found.group(3) != null;
    double seconds = Double.parseDouble(found.group(2)) / (millis ? 1000 : 1);
    return Optional.of(now.plus(span(seconds)));
  }

  private static Optional<Instant> iso(String message) {
    var found = ISO.matcher(message);
    if (!found.find()) {
      return Optional.empty();
    }
    var zone = found.group(2).equalsIgnoreCase("UTC") ? "Z" : found.group(2);
    var offset = zone.length() == 5 ? zone.substring(0, 3) + ":" + zone.substring(3) : zone;
    try {
      return Optional.of(
          OffsetDateTime.parse(found.group(1).replace(' ', 'T') + offset.toUpperCase(Locale.ROOT))
              .toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> span(String message, Instant now) {
    var found = SPAN.matcher(message);
    if (!found.find()) {
      return Optional.empty();
    }
    double seconds = 0;
    var part = PART.matcher(found.group(1));
    boolean any = false;
    while (part.find()) {
      any = true;
      seconds += Double.parseDouble(part.group(1)) * secondsOf(part.group(2));
    }
    return any ? Optional.of(now.plus(span(seconds))) : Optional.empty();
  }

  private static double secondsOf(String unit) {
    var word = unit.toLowerCase(Locale.ROOT);
    if (word.equals("ms") || word.startsWith("milli")) {
      return 0.001;
    }
    return switch (word.charAt(0)) {
      case 'w' -> 604_800;
      case 'd' -> 86_400;
      case 'h' -> 3_600;
      case 'm' -> 60;
      default -> 1;
    };
  }

  /// What is farther away is not believed by anybody.
  private static Duration span(double seconds) {
    return Duration.ofMillis(
        (long) Math.min(seconds * 1000, (double) FARTHEST.plusDays(1).toMillis()));
  }

  private static Optional<Instant> clock(String message, Instant now, ZoneId zone) {
    var found = CLOCK.matcher(message);
    // Digits alone are a number of something.
    while (found.find()) {
      if (found.group("half") != null || found.group("minute") != null) {
        try {
          return Optional.of(at(found, now, zone));
        } catch (DateTimeException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static Instant at(Matcher found, Instant now, ZoneId usual) {
    var named = found.group("zone") != null ? found.group("zone") : found.group("short");
    var zone = named == null ? usual : ZoneId.of(named);
    var here = now.atZone(zone);
    var time = time(found);
    if (found.group("month") != null) {
      return date(found, here).atTime(time).atZone(zone).toInstant();
    }
    var today = here.toLocalDate().atTime(time).atZone(zone);
    return isOver(today, here) ? today.plusDays(1).toInstant() : today.toInstant();
  }

  /// Who names a time that has just come means that one.
  private static boolean isOver(ZonedDateTime time, ZonedDateTime now) {
    return time.isBefore(now.minus(JUST_NOW));
  }

  private static LocalTime time(Matcher found) {
    int hour = Integer.parseInt(found.group("hour"));
    int minute = found.group("minute") == null ? 0 : Integer.parseInt(found.group("minute"));
    var half = found.group("half");
    if (half == null) {
      return LocalTime.of(hour, minute);
    }
    if (hour < 1 || hour > 12) {
      throw new DateTimeException("no hour of half a day: " + hour);
    }
    boolean afternoon = half.toLowerCase(Locale.ROOT).charAt(0) == 'p';
    return LocalTime.of(hour % 12 + (afternoon ? 12 : 0), minute);
  }

  /// The next such day, where no year is named.
  private static LocalDate date(Matcher found, ZonedDateTime here) {
    int month = MONTHS.indexOf(found.group("month").toLowerCase(Locale.ROOT)) + 1;
    int day = Integer.parseInt(found.group("day"));
    if (found.group("year") != null) {
      return LocalDate.of(Integer.parseInt(found.group("year")), month, day);
    }
    var thisYear = LocalDate.of(here.getYear(), month, day);
    return thisYear.isBefore(here.toLocalDate()) ? thisYear.plusYears(1) : thisYear;
  }
}
