package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;

/// How often something may happen.
///
/// @param perSecond in the long run
/// @param burst at once, after a while of nothing
public record Rate(int perSecond, int burst) {
  static final int MOST = 1_000_000;

  /// So often that nobody notices.
  public static final Rate ANY = new Rate(MOST, MOST);

  public Rate {
    if (perSecond < 1 || burst < 1 || perSecond > MOST || burst > MOST) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "A rate and its burst are between 1 and %d, not %d and %d."
              .formatted(MOST, perSecond, burst));
    }
  }
}
