package dev.retinue.toolset.spawner.context;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How much an agent is told about the project before its task; each has what those before it have.
public enum ContextLevel {
  NONE,
  /// What the project says to agents.
  MINIMAL,
  /// And what is to be made, and how far it is.
  STANDARD,
  /// And how it is built.
  FULL;

  /// What the arguments of a call ask for. Who wants no context gets none, whatever else he says.
  ///
  /// @param included whether there is to be any; null for the usual, which is all of it
  /// @param level by its name; null if only `included` was said
  public static ContextLevel of(@Nullable Boolean included, @Nullable String level) {
    if (included != null && !included) {
      return NONE;
    }
    return level == null ? FULL : parse(level);
  }

  private static ContextLevel parse(String word) {
    return Arrays.stream(values())
        .filter(level -> level.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.INVALID_INPUT,
                    "There is no context_level '%s', only %s."
                        .formatted(Excerpt.of(word), words())));
  }

  private static String words() {
    return Arrays.stream(values()).map(ContextLevel::word).collect(Collectors.joining(", "));
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean has(ContextLevel needed) {
    return compareTo(needed) >= 0;
  }
}
