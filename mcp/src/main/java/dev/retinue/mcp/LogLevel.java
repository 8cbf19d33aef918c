package dev.retinue.mcp;

import java.util.Locale;
import java.util.Optional;

/// How much a message for the client's log matters, least first.
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  public static Optional<LogLevel> find(String name) {
    for (var level : values()) {
      if (level.wireName().equals(name)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
