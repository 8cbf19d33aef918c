package dev.retinue.core.fleet;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// How an agent of the fleet is.
public enum FleetStatus {
  PENDING,
  STARTING,
  IDLE,
  BUSY,
  /// It said that it failed, and waits for somebody to look at it; it takes a task.
  WAITING,
  OFFLINE,
  STOPPING,
  STOPPED,
  FAILED,
  CANCELING,
  CANCELED,
  DELETING,
  DELETED;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether it can be given a task, or has one.
  public boolean isUp() {
    return this == BUSY || isFree();
  }

  /// Whether it can be given a task.
  public boolean isFree() {
    return this == IDLE || this == WAITING;
  }

  /// Whether it becomes one that is up by itself.
  public boolean isComing() {
    return this == PENDING || this == STARTING;
  }

  /// Whether somebody who looks for this one means that one: `offline` is all that is not up.
  public boolean means(FleetStatus other) {
    return this == OFFLINE ? !other.isUp() : this == other;
  }

  public static List<String> words() {
    return Stream.of(values()).map(FleetStatus::word).toList();
  }

  public static Optional<FleetStatus> find(String word) {
    return Stream.of(values()).filter(it -> it.word().equalsIgnoreCase(word.strip())).findFirst();
  }

  public static FleetStatus require(String word) {
    return find(word)
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.INVALID_INPUT,
                    "There is no status '%s', only %s.%s"
                        .formatted(
                            Excerpt.of(word),
                            String.join(", ", words()),
                            Nearest.to(word, words())
                                .map(" Did you mean '%s'?"::formatted)
                                .orElse(""))));
  }
}
