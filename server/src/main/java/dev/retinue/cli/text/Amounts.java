package dev.retinue.cli.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Times, prices and names, as short as they can be read.
public final class Amounts {
  /// So much of an id tells it from all others that somebody has.
  private static final int ID_LETTERS = 8;

  private Amounts() {}

  /// `7s`, `1m 05s`, `3h 20m`, `2d 4h`.
  public static String time(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return "%dm %02ds".formatted(seconds / 60, seconds % 60);
    }
    return seconds < 86_400
        ? "%dh %02dm".formatted(seconds / 3600, seconds / 60 % 60)
        : "%dd %dh".formatted(seconds / 86_400, seconds / 3600 % 24);
  }

  /// How long a run has taken, or takes so far.
  public static String elapsed(JsonNode run, Instant now) {
    var started = run.path("started_at");
    if (!started.isString()) {
      return "-";
    }
    var ended = run.path("ended_at");
    var end = ended.isString() ? Instant.parse(ended.stringValue()) : now;
    return time(Duration.between(Instant.parse(started.stringValue()), end));
  }

  /// In dollars; `?` where a part of it has no known price.
  public static String cost(JsonNode usd) {
    return usd.isNumber() ? cost(usd.decimalValue()) : "?";
  }

  /// What a run cost with all that worked for it.
  public static JsonNode treeCost(JsonNode run) {
    return run.has("tree_cost_usd") ? run.path("tree_cost_usd") : run.path("cost_usd");
  }

  /// Whether it has cost something that nobody pays, as the daemon says.
  public static boolean isInvented(JsonNode run) {
    return run.path("invented").asBoolean(false)
        && run.path("cost_usd").isNumber()
        && run.path("cost_usd").decimalValue().signum() != 0;
  }

  /// `1 message`, `2 messages`.
  public static String counted(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  public static String cost(BigDecimal usd) {
    if (usd.signum() == 0) {
      return "-";
    }
    int digits = usd.compareTo(BigDecimal.TEN) < 0 ? 3 : 2;
    return String.format(Locale.ROOT, "$%s", usd.setScale(digits, RoundingMode.HALF_UP));
  }

  /// `950`, `1.2k`, `34k`, `1.2M`; `-` for none.
  public static String count(long number) {
    if (number < 1000) {
      return number <= 0 ? "-" : Long.toString(number);
    }
    double thousands = number / 1000.0;
    boolean millions = thousands >= 999.5;
    double amount = millions ? thousands / 1000 : thousands;
    return String.format(
        Locale.ROOT, amount < 9.95 ? "%.1f%s" : "%.0f%s", amount, millions ? "M" : "k");
  }

  /// The beginning of the id of a session, by which every command takes it.
  public static String shortSession(String id) {
    return Harmless.line(id.length() <= ID_LETTERS ? id : id.substring(0, ID_LETTERS), 100);
  }

  /// The beginning of an id, by which every command takes it.
  public static String shortId(String id) {
    int start = Math.max(id.lastIndexOf('-'), id.lastIndexOf('_')) + 1;
    return Harmless.line(
        id.length() <= start + ID_LETTERS ? id : id.substring(0, start + ID_LETTERS), 100);
  }
}
