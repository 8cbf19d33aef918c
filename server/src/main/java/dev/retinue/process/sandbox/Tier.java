package dev.retinue.process.sandbox;

import org.jspecify.annotations.Nullable;

/// How far programs can be confined on this machine: one of the tiers, and whether it is there.
///
/// @param level 0 nothing, 1 limits and an end with us, 2 the file system, 3 a world of their own
/// @param text what it is made of, or why it is not there
/// @param remedy what to do to have it; null where it is there, and where nothing helps
public record Tier(int level, boolean there, String text, @Nullable String remedy) {
  public static final int HIGHEST = 3;

  static Tier is(int level, String text) {
    return new Tier(level, true, text, null);
  }

  static Tier isNot(int level, String text, String remedy) {
    return new Tier(level, false, text, remedy);
  }
}
