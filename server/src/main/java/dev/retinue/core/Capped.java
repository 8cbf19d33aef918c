package dev.retinue.core;

/// Sums and differences that stay at the largest number there is, instead of going on from the
/// smallest: what is counted comes from programs that may report nonsense.
final class Capped {
  private Capped() {}

  static long sum(long a, long b) {
    long sum = a + b;
    boolean over = ((a ^ sum) & (b ^ sum)) < 0;
    return over ? farEnd(a) : sum;
  }

  static long difference(long a, long b) {
    long difference = a - b;
    boolean over = ((a ^ b) & (a ^ difference)) < 0;
    return over ? farEnd(a) : difference;
  }

  private static long farEnd(long a) {
    return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}
