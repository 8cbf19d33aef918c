package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;

/// How much may be at work at once.
///
/// @param slots how many trees of runs are at work at once; others wait in line
/// @param occupied how many runs are at work at once, those below others included, but not those
///   that wait for one below them
/// @param depth how many runs may stand above one another below a root
/// @param descendants how many runs may be started below one root
/// @param openPerCaller how many runs of one caller may be unended
public record Limits(int slots, int occupied, int depth, int descendants, int openPerCaller) {
  public static final Limits DEFAULT = new Limits(32, 128, 5, 100, 10_000);

  public Limits {
    if (slots < 1 || occupied < slots || depth < 0 || descendants < 0 || openPerCaller < 1) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Limits must be positive, and no more slots than runs at work: %d slots, %d runs."
              .formatted(slots, occupied));
    }
  }
}
