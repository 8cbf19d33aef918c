package dev.retinue.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A length of time as people write it: a whole number and one unit.
final class TimeSpan {
  private static final Pattern WRITTEN = Pattern.compile("(0|[1-9][0-9]{0,8})(ms|s|m|h|d)");

  /// The largest first: what is written back uses the largest that is exact.
  private static final List<Unit> UNITS =
      List.of(
          new Unit("d", Duration.ofDays(1)),
          new Unit("h", Duration.ofHours(1)),
          new Unit("m", Duration.ofMinutes(1)),
          new Unit("s", Duration.ofSeconds(1)),
          new Unit("ms", Duration.ofMillis(1)));

  private record Unit(String letters, Duration length) {}

  private TimeSpan() {}

  static Optional<Duration> find(String text) {
    var matcher = WRITTEN.matcher(text);
    return matcher.matches()
        ? Optional.of(unit(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1))))
        : Optional.empty();
  }

  private static Duration unit(String letters) {
    return UNITS.stream()
        .filter(unit -> unit.letters().equals(letters))
        .findFirst()
        .orElseThrow()
        .length();
  }

  static String written(Duration time) {
    return UNITS.stream()
        .filter(unit -> time.toMillis() % unit.length().toMillis() == 0 && !time.isZero())
        .findFirst()
        .map(unit -> time.dividedBy(unit.length()) + unit.letters())
        .orElse("0s");
  }
}
