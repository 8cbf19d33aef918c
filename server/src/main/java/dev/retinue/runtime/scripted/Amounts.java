package dev.retinue.runtime.scripted;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How a script writes time, sizes and money.
final class Amounts {
  private static final Pattern TIME = Pattern.compile("(\\d{1,8}(?:\\.\\d{1,3})?)\\s*(ms|s|m|h)");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,10})\\s*(b|kb|mb|gb)");
  private static final Pattern USAGE =
      Pattern.compile(
          "(?:(?<unpriced>unpriced)|\\$?(?<usd>\\d{1,6}(?:\\.\\d{1,9})?))"
              + "(?:\\s+in\\s+(?<in>\\d{1,12}))?(?:\\s+out\\s+(?<out>\\d{1,12}))?(?:\\s+tokens)?");
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final long LARGEST = 1L << 30;

  private Amounts() {}

  static Optional<Duration> time(String text) {
    var found = TIME.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    long millisOfUnit =
        switch (found.group(2)) {
          case "ms" -> 1;
          case "s" -> 1000;
          case "m" -> 60_000;
          default -> 3_600_000;
        };
    var millis = new BigDecimal(found.group(1)).multiply(BigDecimal.valueOf(millisOfUnit));
    return Optional.of(Duration.ofMillis(millis.longValue()))
        .filter(time -> time.compareTo(LONGEST) <= 0);
  }

  static Optional<Long> size(String text) {
    var found = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!found.matches()) {
      return Optional.empty();
    }
    int shift =
        switch (found.group(2)) {
          case "b" -> 0;
          case "kb" -> 10;
          case "mb" -> 20;
          default -> 30;
        };
    return Optional.of(Long.parseLong(found.group(1)))
        .filter(number -> number <= LARGEST >> shift)
        .map(number -> number << shift);
  }

  /// What one turn of a model used.
  static Optional<Usage> usage(String text) {
    var found = USAGE.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    var usd = found.group("usd");
    return Optional.of(
        new Usage(
            usd == null ? Money.ZERO : Money.usd(usd),
            usd == null,
            tokens(found.group("in")),
            tokens(found.group("out")),
            0,
            1));
  }

  private static long tokens(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
