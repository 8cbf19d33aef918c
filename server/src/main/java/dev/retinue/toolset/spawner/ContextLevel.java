package dev.retinue.toolset.spawner;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How much of a project is told before a task, as callers name it.
public enum ContextLevel {
  NONE,
  MINIMAL,
  STANDARD,
  FULL;

  /// @param include whether anything is told
  /// @param wished how much then; null for all of it
  static String word(boolean include, @Nullable ContextLevel wished) {
    var level = include ? (wished == null ? FULL : wished) : NONE;
    return level.name().toLowerCase(Locale.ROOT);
  }
}
