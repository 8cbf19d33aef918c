package dev.retinue.core;

import java.util.Locale;

/// Why a run failed. The set is closed, so that a program can decide by it.
public enum FailureReason {
  ERROR,
  TIMEOUT,
  BUDGET,
  QUOTA,
  INTERRUPTED,
  REFUSED,
  LOST,
  INVALID_OUTPUT;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
