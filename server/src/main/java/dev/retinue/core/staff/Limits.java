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
/// @param share what one caller may have of it, and what is left to the machine
public record Limits(
    int slots, int occupied, int depth, int descendants, int openPerCaller, Share share) {
  public static final Limits DEFAULT = new Limits(32, 128, 5, 100, 10_000);

  /// What is one caller's, and what is nobody's.
  ///
  /// @param perCaller how many trees of runs of one caller are at work at once
  /// @param memoryReserve how many bytes of memory stay free: with less, nothing begins that needs
  ///   some
  public record Share(int perCaller, long memoryReserve) {
    public static final long USUAL_RESERVE = 256L << 20;
  }

  /// Whoever comes first may have all slots, one after the other.
  public Limits(int slots, int occupied, int depth, int descendants, int openPerCaller) {
    this(slots, occupied, depth, descendants, openPerCaller, new Share(slots, Share.USUAL_RESERVE));
  }

  public Limits {
    if (slots < 1
        || occupied < slots
        || depth < 0
        || descendants < 0
        || openPerCaller < 1
        || share.perCaller < 1
        || share.memoryReserve < 0) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Limits must be positive, and no more slots than runs at work: %d slots, %d runs."
              .formatted(slots, occupied));
    }
  }
}
