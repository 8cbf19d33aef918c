package dev.retinue.sdk;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// How times are written, in UTC.
final class Stamps {
  private static final DateTimeFormatter ISO = format("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
  private static final DateTimeFormatter SECONDS = format("uuuuMMdd'T'HHmmss");
  private static final DateTimeFormatter MILLIS = format("uuuuMMdd'T'HHmmssSSS");

  private Stamps() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /// Always with three digits after the second, so that texts sort as times do.
  static String iso(Instant time) {
    return ISO.format(time);
  }

  static String seconds(Instant time) {
    return SECONDS.format(time);
  }

  static String millis(Instant time) {
    return MILLIS.format(time);
  }
}
