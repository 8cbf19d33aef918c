package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;

/// Numbers that somebody typed.
final class Numbers {
  private Numbers() {}

  static void requireBetween(String option, long number, long least, long most) {
    if (number < least || number > most) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s must be between %d and %d, not %d.".formatted(option, least, most, number));
    }
  }
}
